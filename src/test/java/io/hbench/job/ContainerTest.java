package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.client.RegionPages;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskRecord;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerTest {
  private final List<String> events = new ArrayList<>();

  /** A container of a job of five tenants. */
  private static Container container(int number, int containers) {
    List<Configuration> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Configuration tenant = new Configuration(false);
      Settings.TENANT.set(tenant, "t" + i);
      Settings.ASSIGNMENTS.set(tenant, "noop@1");
      Settings.CONTAINERS.set(tenant, Integer.toString(containers));
      all.add(tenant);
    }
    Mapper<NullWritable, NullWritable, Text, TaskRecord>.Context context =
        new WrappedMapper<NullWritable, NullWritable, Text, TaskRecord>()
            .getMapContext(
                new MapContextImpl<>(
                    Tenants.job(all),
                    new TaskAttemptID(),
                    null,
                    null,
                    null,
                    null,
                    new FileSplit(new Path("none"), number, 1, new String[0])));
    return new Container(context);
  }

  private Function<String, ClientFactory> open(String name) {
    events.add("open " + name);
    return table ->
        ClientFactory.of(
            () -> events.add("close " + name), () -> Client.NONE, keys -> RegionPages.NONE);
  }

  @Test
  void containersTakeTheTasksInTurn() throws IOException {
    try (Container first = container(0, 2);
        Container second = container(1, 2)) {
      assertThat(first.tasks).containsExactly(0, 2, 4);
      assertThat(second.tasks).containsExactly(1, 3);
      assertThat(first.isOfOneTask()).isFalse();
    }
  }

  @Test
  void tasksOfAContainerShareTheConnectionOfAUserToItsEnd() throws IOException {
    try (Container container = container(0, 2)) {
      for (String table : List.of("a", "b")) {
        container.connect("web", table, () -> open("web")).close();
      }
      container.connect("etl", "c", () -> open("etl")).close();
      assertThat(events).containsExactly("open web", "open etl");
    }
    assertThat(events).containsExactly("open web", "open etl", "close web", "close etl");
  }

  @Test
  void connectionsAreThoseOfAUser() {
    Configuration conf = new Configuration(false);
    Settings.ASSIGNMENTS.set(conf, "get@1");
    List<Object> own = TaskClients.connection(RunSpec.from(conf), 1);
    Settings.TABLE.set(conf, "other");
    assertThat(TaskClients.connection(RunSpec.from(conf), 1)).isEqualTo(own);
    assertThat(TaskClients.connection(RunSpec.from(conf), 2)).isNotEqualTo(own);
    Settings.USER.set(conf, "web");
    assertThat(TaskClients.connection(RunSpec.from(conf), 1)).isNotEqualTo(own);
  }

  @Test
  void aLostTaskTellsOfTheOthersOfItsContainer(@TempDir java.nio.file.Path dir) throws IOException {
    Configuration conf = new Configuration();
    Settings.ASSIGNMENTS.set(conf, "noop@1");
    LostTasks lost =
        new LostTasks(new RunDirectory(conf, new Path(dir.toUri())), RunSpec.from(conf));
    assertThatThrownBy(() -> lost.add(0, 24, "2026-01-31T10:15:00Z"))
        .hasMessageContaining(": its container, with 24 more tasks of all tenants, failed or was");
    assertThatThrownBy(() -> lost.add(0, 0, "2026-01-31T10:15:00Z"))
        .hasMessageContaining(": its container failed or was killed; to go on without it, try");
  }

  @Test
  void aTaskAloneHasConnectionsOfItsOwn() throws IOException {
    try (Container container = container(3, 5)) {
      assertThat(container.tasks).containsExactly(3);
      container.connect("web", "a", () -> open("web")).close();
      assertThat(events).containsExactly("open web", "close web");
    }
  }
}
