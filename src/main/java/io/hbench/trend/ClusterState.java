package io.hbench.trend;

import io.hbench.report.RunReport.ServerChanges;
import io.hbench.report.RunReport.Servers;
import io.hbench.rundir.ServerFacts;

/**
 * The cluster of a past run.
 *
 * @param hbase version of HBase; null if it is unknown, as the next two
 * @param regionServers number of region servers
 * @param regions number of the table's regions
 * @param left number of region servers that left during the run
 * @param joined number of region servers that joined
 */
record ClusterState(String hbase, Integer regionServers, Integer regions, long left, long joined) {
  /**
   * The state after a run, as a load makes its table; before it, if there is no other.
   *
   * @param servers null if they were not queried
   */
  static ClusterState of(Servers servers) {
    ServerFacts facts = servers == null ? null : servers.last();
    ServerChanges changes = servers == null ? null : servers.changes();
    return new ClusterState(
        facts == null ? null : facts.version(),
        facts == null ? null : facts.regionServers().size(),
        facts == null ? null : facts.regions(),
        changes == null ? 0 : changes.serversLeft(),
        changes == null ? 0 : changes.serversJoined());
  }
}
