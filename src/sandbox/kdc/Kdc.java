import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.apache.kerby.kerberos.kerb.server.KdcConfigKey;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/**
 * The sandbox's Kerberos server, and its kinit: Kerby's. A source file that {@code java} runs, as
 * there is nothing to build.
 */
final class Kdc {
  private static final String REALM = "SANDBOX.LOCAL";

  /** Of every principal. A restart alone thus changes no key that a daemon still has. */
  private static final String PASSWORD = "sandbox";

  private Kdc() {}

  /**
   * Serves, or gets a ticket.
   *
   * @param args {@code serve DIRECTORY PORT SECONDS NAME...}: serves until it is killed; each name
   *     gets a keytab DIRECTORY/NAME.keytab, and those with a slash one together, service.keytab.
   *     {@code ticket KEYTAB PRINCIPAL CACHE}: writes a ticket into a credential cache
   */
  public static void main(String[] args) throws Exception {
    List<String> words = List.of(args);
    switch (words.get(0)) {
      case "serve" ->
          serve(
              Path.of(words.get(1)),
              Integer.parseInt(words.get(2)),
              Long.parseLong(words.get(3)),
              words.subList(4, words.size()));
      case "ticket" -> ticket(new File(words.get(1)), words.get(2), Path.of(words.get(3)));
      default -> throw new IllegalArgumentException(words.get(0));
    }
  }

  private static void serve(Path directory, int port, long seconds, List<String> names)
      throws KrbException, IOException {
    SimpleKdcServer kdc = new SimpleKdcServer();
    kdc.setWorkDir(directory.toFile());
    kdc.setKdcRealm(REALM);
    kdc.setKdcHost("localhost");
    kdc.setKdcTcpPort(port);
    kdc.setAllowUdp(false);
    kdc.getKdcConfig().setLong(KdcConfigKey.MAXIMUM_TICKET_LIFETIME, seconds);
    kdc.getKdcConfig().setLong(KdcConfigKey.MINIMUM_TICKET_LIFETIME, 1L);
    kdc.init();
    for (String name : names) {
      String principal = name + "@" + REALM;
      kdc.createPrincipal(principal, PASSWORD);
      File keytab =
          directory.resolve(name.contains("/") ? "service.keytab" : name + ".keytab").toFile();
      kdc.getKadmin().exportKeytab(keytab, principal);
    }
    kdc.start();
  }

  private static void ticket(File keytab, String principal, Path cache)
      throws KrbException, IOException {
    File conf = new File(System.getProperty("java.security.krb5.conf"));
    KrbClient client = new KrbClient(conf.getParentFile());
    client.init();
    Files.deleteIfExists(cache);
    client.storeTicket(client.requestTgt(principal, keytab), cache.toFile());
  }
}
