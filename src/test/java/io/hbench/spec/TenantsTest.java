package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Settings;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class TenantsTest {
  private static Configuration tenant(String name, String assignments) {
    Configuration conf = new Configuration(false);
    Settings.TENANT.set(conf, name);
    Settings.ASSIGNMENTS.set(conf, assignments);
    Settings.TABLE.set(conf, name + "-table");
    Settings.FOR.set(conf, "5m");
    return conf;
  }

  private static Configuration job() {
    Configuration own = tenant("own", "noop@1");
    Configuration web = tenant("web", "get@3 put@2");
    Settings.OPERATION_PROPERTIES.set(web, "password=${user.name}");
    Settings.SITE_TASKS.set(web, "5");
    Settings.OBJECTIVE.set(web, "p99 < 20ms");
    web.set("hbase.zookeeper.quorum", "zk1");
    return Tenants.job(List.of(own, web, tenant("etl", "scan@4")));
  }

  @Test
  void aTaskOfTheJobIsATaskOfOneTenant() {
    Tenants tenants = Tenants.of(job()).orElseThrow();
    assertThat(tenants.all().stream().map(Tenants.Tenant::name).toList())
        .containsExactly("own", "web", "etl");
    assertThat(tenants.ofTask(0).name()).isEqualTo("own");
    assertThat(tenants.ofTask(1).name()).isEqualTo("web");
    assertThat(tenants.ofTask(5).name()).isEqualTo("web");
    assertThat(tenants.ofTask(6).name()).isEqualTo("etl");
    assertThat(tenants.ofTask(9).firstTask()).isEqualTo(6);
    assertThat(tenants.ofTask(9).directory(new Path("/out/_job"))).hasToString("/out/etl");
  }

  @Test
  void theJobHasAllTasksTheSharedSettingsAndTheAddressesOfTheFirstTable() {
    Configuration conf = job();
    RunSpec job = RunSpec.from(conf); // which no limit of a site refuses: tenants are checked
    assertThat(job.tasks()).isEqualTo(10);
    assertThat(job.needsTable()).isTrue();
    assertThat(job.tenant()).isEmpty();
    assertThat(job.policies().objectives()).isEmpty();
    assertThat(job.limit().time().orElseThrow()).hasMinutes(5L);
    assertThat(conf.get("hbase.zookeeper.quorum")).isEqualTo("zk1");
  }

  /** Its tasks read the files of their machines again. */
  @Test
  void aLimitInAFileOfAMachineRefusesNoTask() {
    Configuration conf = job();
    Settings.SITE_RATE.set(conf, "1000");
    Settings.SITE_TASKS.set(conf, "5");
    assertThat(RunSpec.from(conf).tasks()).isEqualTo(10);
  }

  @Test
  void aTenantHasItsSettingsAsTheyAre() {
    RunSpec web = Tenants.of(job()).orElseThrow().ofTask(1).spec();
    assertThat(web.table()).isEqualTo("web-table");
    assertThat(web.policies().objectives()).hasSize(1);
    assertThat(web.data().properties()).containsEntry("password", System.getProperty("user.name"));
  }

  /** Of 1,000 lines, they were 110 MB that no task reads. */
  @Test
  void theJobLacksTheWordsThatEachTenantHasOfTheOthers() {
    Configuration web = tenant("web", "get@1");
    Settings.NEIGHBOURS.set(web, "etl: run scan@4");
    assertThat(Tenants.job(List.of(web)).getRaw(Tenants.PROPERTY))
        .contains("get@1")
        .doesNotContain("scan@4");
  }

  @Test
  void containersAreFewerThanTasksIfTenantsShareThem() {
    Configuration job = job();
    assertThat(Tenants.containers(job, 10)).isEqualTo(10);
    Settings.CONTAINERS.set(job, "3");
    assertThat(Tenants.containers(job, 10)).isEqualTo(3);
    assertThat(Tenants.containers(job, 2)).isEqualTo(2);
    Configuration alone = tenant("web", "get@3");
    Settings.CONTAINERS.set(alone, "3"); // of a file of settings
    assertThat(Tenants.containers(alone, 10)).isEqualTo(10);
  }

  @Test
  void manyTenantsAreNamedInPart() {
    List<Configuration> many =
        IntStream.range(0, 12).mapToObj(i -> tenant("t" + i, "get@1")).toList();
    assertThat(Tenants.of(Tenants.job(many)).orElseThrow())
        .hasToString("t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 2 more");
  }

  @Test
  void aJobWithoutTenantsIsOneRun() {
    assertThat(Tenants.of(tenant("web", "get@3"))).isEmpty();
  }
}
