import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Daemons of the small sandbox, several in one JVM: the main method of each, in a thread of its own.
 * One that fails ends the JVM, and thus all.
 */
final class Daemons {
  private Daemons() {}

  /**
   * Starts daemons.
   *
   * @param args for each daemon {@code +PORT}, its class, and its arguments. It starts when PORT is
   *     open, or at once without one: YARN's pages share one router in a JVM, that of the last, which
   *     has to be the ResourceManager. HDFS is formatted if it is new
   */
  public static void main(String[] args) throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true); // a second source of a name gets another name
    List<List<String>> daemons = new ArrayList<>();
    for (String word : args) {
      if (word.startsWith("+")) {
        daemons.add(new ArrayList<>());
      }
      daemons.get(daemons.size() - 1).add(word);
    }
    if (daemons.stream().anyMatch(words -> words.get(1).equals(NameNode.class.getName()))) {
      format();
    }
    for (List<String> words : daemons) {
      Thread thread = new Thread(() -> run(words), words.get(1));
      thread.start();
    }
  }

  private static void format() throws IOException {
    HdfsConfiguration conf = new HdfsConfiguration();
    if (FSNamesystem.getNamespaceDirs(conf).stream()
        .noneMatch(directory -> new File(directory.getPath(), "current").exists())) {
      NameNode.format(conf);
    }
  }

  private static void run(List<String> words) {
    try {
      for (String port = words.get(0).substring(1); !port.isEmpty() && !isOpen(port); ) {
        Thread.sleep(50);
      }
      Class.forName(words.get(1))
          .getMethod("main", String[].class)
          .invoke(null, (Object) words.subList(2, words.size()).toArray(new String[0]));
    } catch (ReflectiveOperationException | InterruptedException e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  private static boolean isOpen(String port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", Integer.parseInt(port)), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
