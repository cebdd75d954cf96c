package io.hbench.profile;

import java.util.List;

/**
 * The profiles of the region servers of a run: the file {@code profile/servers.json}.
 *
 * @param servers the slowest one, then a median one
 * @param problem why there are none, in one line; null if there are some
 */
public record ServerProfiles(List<Server> servers, String problem) {
  /** Makes an absent list an empty one. */
  public ServerProfiles {
    servers = servers == null ? List.of() : List.copyOf(servers);
  }

  static ServerProfiles none(String problem) {
    return new ServerProfiles(List.of(), problem);
  }

  /**
   * The profile of a region server.
   *
   * @param server {@code host:port}
   * @param role {@code slowest} or {@code median}
   * @param callMicros mean time of a call in queue and handler until the choice, in microseconds;
   *     null if the server has not told
   * @param startSeconds start of the profile, since the start of the window
   * @param seconds length of the profile
   * @param file flame graph of its CPU time, relative to the run directory; null if it is missing
   * @param bytes size of the file
   * @param problem why it is missing, in one line; null if it is there
   */
  public record Server(
      String server,
      String role,
      Double callMicros,
      double startSeconds,
      double seconds,
      String file,
      long bytes,
      String problem) {

    Server with(String newFile, long newBytes) {
      return new Server(server, role, callMicros, startSeconds, seconds, newFile, newBytes, null);
    }

    Server without(String newProblem) {
      return new Server(server, role, callMicros, startSeconds, seconds, null, 0, newProblem);
    }
  }
}
