package io.hbench.rundir;

import io.hbench.rundir.TaskFacts.Machine;
import java.util.List;
import java.util.Map;

/**
 * What a site's Prometheus knew of the hosts of a run: the file {@code hosts.json}.
 *
 * @param machines by host; without the hosts that it did not know
 * @param problems why some are missing, one line for each reason
 */
public record HostFacts(Map<String, Machine> machines, List<String> problems) {
  public static final String FILE = "hosts.json";
}
