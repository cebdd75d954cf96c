package io.hbench.cluster;

import io.hbench.client.Quorum;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The web pages of the NameNodes of HBase's file system, by this client's configuration.
 *
 * @param addresses none if it is no HDFS, or one that this client does not know
 */
record NameNodePages(List<InetSocketAddress> addresses, boolean isHttps) {
  private static final Logger LOG = LoggerFactory.getLogger(NameNodePages.class);

  static NameNodePages of(Configuration conf) {
    try {
      return find(conf);
    } catch (RuntimeException e) { // an address that can't be read: region servers have pages, too
      LOG.debug("no page of a NameNode", e);
      return new NameNodePages(List.of(), false);
    }
  }

  private static NameNodePages find(Configuration conf) {
    Path root = new Path(FreeSpace.root(conf));
    URI hdfs = root.makeQualified(FileSystem.getDefaultUri(conf), new Path("/")).toUri();
    if (!Quorum.hasRoot(conf)
        || hdfs.getHost() == null
        || !HdfsConstants.HDFS_URI_SCHEME.equals(hdfs.getScheme())) {
      return new NameNodePages(List.of(), false);
    }
    HdfsConfiguration.init(); // hdfs-site.xml
    boolean https = "HTTPS_ONLY".equals(conf.get("dfs.http.policy"));
    Map<String, Map<String, InetSocketAddress>> all =
        DFSUtilClient.getHaNnWebHdfsAddresses(conf, https ? "swebhdfs" : "webhdfs");
    Map<String, InetSocketAddress> ofService = all.get(hdfs.getHost());
    if (ofService != null) {
      return new NameNodePages(List.copyOf(ofService.values()), https);
    }
    // without a name service, the host of the file system: it may be another than this client's
    return new NameNodePages(
        all.getOrDefault(null, Map.of()).values().stream()
            .map(own -> InetSocketAddress.createUnresolved(hdfs.getHost(), own.getPort()))
            .toList(),
        https);
  }
}
