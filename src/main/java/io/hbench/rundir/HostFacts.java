package io.hbench.rundir;

import io.hbench.rundir.TaskFacts.Machine;
import java.util.Map;

/**
 * What a site's Prometheus knew of the hosts of a run: the file {@code hosts.json}.
 *
 * @param machines by host; without the hosts that it did not know
 * @param problem why there are none; null if it answered
 */
public record HostFacts(Map<String, Machine> machines, String problem) {
  public static final String FILE = "hosts.json";
}
