package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.ClientFactory;
import io.hbench.settings.Setting;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class RequestSequenceTest {
  @Test
  void aCheckIsRecordedAsAPutAndACheck() {
    assertThat(names(loads("checkAndPut").get(0), 3)).containsExactly("put", "checkAndPut", "put");
  }

  @Test
  void eachSideOfADuetRecordsUnderItsOwnNames() {
    List<SideLoad> loads = loads("checkAndPut", "candidate=table=t2");
    assertThat(names(loads.get(0), 2)).containsExactly("put.baseline", "checkAndPut.baseline");
    assertThat(names(loads.get(1), 2)).containsExactly("put.candidate", "checkAndPut.candidate");
  }

  /** Such as a request that is dropped at the end. */
  @Test
  void aRequestThatIsNotMadeHasTheNameOfItsOperation() {
    RequestSequence requests = sequence(loads("get", "candidate=table=t2").get(1));
    requests.skip();
    assertThat(requests.operation).isEqualTo("get.candidate");
    assertThat(requests.request).isNull();
  }

  private static List<String> names(SideLoad load, int count) {
    RequestSequence requests = sequence(load);
    return Stream.generate(
            () -> {
              requests.advance();
              return requests.operation;
            })
        .limit(count)
        .toList();
  }

  private static RequestSequence sequence(SideLoad load) {
    return new RequestSequence(load, 0, new TaskInserts(load.spec(), load.task()));
  }

  private static List<SideLoad> loads(String operation, String... settings) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", operation + "@1");
    conf.set("hbench.rows", "100");
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      conf.set(Setting.PREFIX + setting.substring(0, equals), setting.substring(equals + 1));
    }
    RunSpec spec = RunSpec.from(conf);
    return SideLoad.of(
        spec,
        TaskSpec.plan(spec).get(0),
        rows -> rows,
        Optional.empty(),
        ClientFactory.unconnected());
  }
}
