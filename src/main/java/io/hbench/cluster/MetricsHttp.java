package io.hbench.cluster;

import io.hbench.rundir.FailureText;
import io.hbench.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.ssl.SSLFactory;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP to the web pages of HBase's servers, and of others: HTTPS where {@code hbase.ssl.enabled}
 * says so, with the truststore of {@code ssl-client.xml} or of the JVM, and a login by ticket
 * (SPNEGO, RFC 4559) where Hadoop has Kerberos. Hadoop's own client logs in by an {@code OPTIONS}
 * request, which HBase forbids.
 *
 * @param timeout from sending a request to the begin of its answer
 * @param scheme {@code http} or {@code https}
 * @param isKerberos whether requests carry a login
 */
record MetricsHttp(HttpClient client, Duration timeout, String scheme, boolean isKerberos) {
  private static final Duration PLAIN_TIMEOUT = Duration.ofSeconds(2);

  /** Longer: a server may take a second for its first TLS connection, and for its first login. */
  private static final Duration SECURE_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration LOGIN_LIMIT = Duration.ofSeconds(5);

  /** Few, as a login mostly computes: clusters have hundreds of servers. */
  private static final Executor LOGINS = Time.real().threads("login", 8);

  private static final Logger LOG = LoggerFactory.getLogger(MetricsHttp.class);
  private static final String SPNEGO = "1.3.6.1.5.5.2";

  static MetricsHttp of(Configuration conf) {
    return of(conf, conf.getBoolean("hbase.ssl.enabled", false));
  }

  static MetricsHttp of(Configuration conf, boolean https) {
    boolean kerberos = UserGroupInformation.isSecurityEnabled();
    Duration timeout = https || kerberos ? SECURE_TIMEOUT : PLAIN_TIMEOUT;
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .connectTimeout(timeout)
            .version(HttpClient.Version.HTTP_1_1); // a DataNode refuses the offer of HTTP/2
    if (https) {
      trust(conf).ifPresent(client::sslContext);
    }
    return new MetricsHttp(client.build(), timeout, https ? "https" : "http", kerberos);
  }

  /** The truststore of ssl-client.xml; empty for that of the JVM. */
  private static Optional<SSLContext> trust(Configuration conf) {
    if (conf.getResource(conf.get(SSLFactory.SSL_CLIENT_CONF_KEY, "ssl-client.xml")) == null) {
      return Optional.empty();
    }
    SSLFactory hadoop = new SSLFactory(SSLFactory.Mode.CLIENT, conf);
    try {
      hadoop.init();
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, hadoop.getKeystoresFactory().getTrustManagers(), null);
      return Optional.of(context);
    } catch (GeneralSecurityException | IOException e) {
      LOG.warn("ssl-client.xml: no truststore: {}", e.toString());
      return Optional.empty();
    } finally {
      hadoop.destroy(); // or its thread would look for changes of the file for ever
    }
  }

  /**
   * A request of a page, to be sent once: servers refuse a login that they have seen. The Kerberos
   * server may have to be asked for a ticket to the host; without its answer in time the request
   * has no login.
   */
  CompletableFuture<HttpRequest> request(String host, int port, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(scheme + "://" + host + ":" + port + path))
            .timeout(timeout);
    return isKerberos
        ? CompletableFuture.supplyAsync(() -> login(host), LOGINS)
            .completeOnTimeout(Optional.empty(), LOGIN_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
            .thenApply(login -> withLogin(request, login))
        : CompletableFuture.completedFuture(request.build());
  }

  /**
   * The text of a page. Does not wait: a firewall may drop requests to many servers. Fails later,
   * also for a host that no URI has.
   *
   * @param maxBytes size above which it is not the page that was asked for
   */
  CompletableFuture<String> text(String host, int port, String path, int maxBytes) {
    return CompletableFuture.completedFuture(path) // a host with an underscore is in no URI
        .thenCompose(p -> request(host, port, p))
        .thenCompose(
            page ->
                client
                    .sendAsync(page, atMost(maxBytes))
                    // the request's own timeout ends at the body
                    .orTimeout(2 * timeout.toMillis(), TimeUnit.MILLISECONDS))
        .thenApply(answer -> new String(answer.body(), StandardCharsets.UTF_8));
  }

  /**
   * The answer to a request of a page, whatever its status. Waits for it, and longer.
   *
   * @param limit from sending the request to the end of the answer
   * @param maxBytes size above which the answer is given up
   */
  HttpResponse<byte[]> answer(String host, int port, String path, Duration limit, int maxBytes)
      throws IOException, InterruptedException {
    HttpRequest page =
        HttpRequest.newBuilder(request(host, port, path).join(), (name, value) -> true)
            .timeout(limit)
            .build();
    CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(page, atMost(maxBytes));
    try { // the request's own timeout ends at the body
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no complete answer within %d s".formatted(limit.toSeconds()), e);
    } catch (ExecutionException e) {
      throw new IOException(FailureText.of(e.getCause()), e);
    } finally {
      answer.cancel(true);
    }
  }

  /** Takes a body, and gives it up above a size. */
  private static HttpResponse.BodyHandler<byte[]> atMost(int maxBytes) {
    return head -> {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      return BodySubscribers.mapping(
          BodySubscribers.ofByteArrayConsumer(part -> collect(part, body, maxBytes)),
          all -> body.toByteArray());
    };
  }

  private static void collect(Optional<byte[]> part, ByteArrayOutputStream body, int maxBytes) {
    part.ifPresent(body::writeBytes);
    if (body.size() > maxBytes) {
      throw new IllegalStateException("an answer of more than " + maxBytes + " bytes");
    }
  }

  private static HttpRequest withLogin(HttpRequest.Builder request, Optional<String> login) {
    login.ifPresent(token -> request.header("Authorization", "Negotiate " + token));
    return request.build();
  }

  private static Optional<String> login(String host) {
    try {
      return UserGroupInformation.getLoginUser()
          .doAs((PrivilegedAction<Optional<String>>) () -> token(host));
    } catch (IOException e) {
      LOG.debug("no login for the pages of {}", host, e);
      return Optional.empty();
    }
  }

  private static Optional<String> token(String host) {
    GSSManager kerberos = GSSManager.getInstance();
    try {
      GSSName server = kerberos.createName("HTTP@" + host, GSSName.NT_HOSTBASED_SERVICE);
      GSSContext context =
          kerberos.createContext(server, new Oid(SPNEGO), null, GSSContext.DEFAULT_LIFETIME);
      byte[] token = context.initSecContext(new byte[0], 0, 0);
      context.dispose();
      return Optional.of(Base64.getEncoder().encodeToString(token));
    } catch (GSSException e) {
      LOG.debug("no ticket for the pages of {}", host, e);
      return Optional.empty();
    }
  }
}
