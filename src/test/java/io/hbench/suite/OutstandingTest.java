package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.suite.SuiteRecord.Row;
import io.hbench.suite.SuiteRecord.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutstandingTest {
  private final List<Row> rows = new ArrayList<>();

  private void tenant(String name, String operation, String verdict, double p99) {
    Map<String, Spread> figures = Map.of("p99", new Spread(p99, p99, p99));
    rows.add(new Row("", Map.of("tenant", name), operation, 1, verdict, figures));
  }

  private void tenants(int count) {
    for (int i = 0; i < count; i++) {
      tenant("t" + i, "get", "valid", 1_000 + i);
    }
  }

  private Outstanding outstanding() {
    return Outstanding.of(
        new SuiteRecord(
            SuiteRecord.SCHEMA, "tenants", "1", false, Map.of(), List.of(), List.of(), rows));
  }

  private static Stream<String> names(List<Row> rows) {
    return rows.stream().map(row -> row.ladder().get("tenant"));
  }

  @Test
  void twentyTenantsAreAllShownInTheirOrder() {
    tenants(20);
    assertThat(outstanding().shown()).isEqualTo(rows);
    assertThat(outstanding().others()).isEmpty();
  }

  @Test
  void ofMoreTenantsTheTenWithTheLongestP99StandOut() {
    tenants(21);
    assertThat(names(outstanding().shown()))
        .containsExactly("t20", "t19", "t18", "t17", "t16", "t15", "t14", "t13", "t12", "t11");
    assertThat(names(outstanding().others())).hasSize(11).contains("t0", "t10");
  }

  @Test
  void theWorstVerdictsComeFirst() {
    tenants(30);
    rows.add(new Row("", Map.of("tenant", "lost"), "", 0, "failed", Map.of()));
    tenant("late", "get", "missed", 10);
    tenant("loud", "get", "degraded", 10);
    assertThat(names(outstanding().shown())).startsWith("lost", "late", "loud", "t29");
  }

  @Test
  void p99IsLongForItsOperation() {
    tenants(30);
    for (int i = 0; i < 30; i++) {
      tenant("s" + i, "scan", "valid", 50_000);
    }
    tenant("odd", "get", "valid", 3_000);
    assertThat(names(outstanding().shown())).startsWith("odd", "t29");
  }

  @Test
  void allOperationsOfATenantAreShownWithIt() {
    tenants(30);
    tenant("mixed", "get", "valid", 1);
    tenant("mixed", "put", "valid", 9);
    tenant("mixed", "total", "valid", 90_000);
    tenant("puts", "put", "valid", 1);
    List<Row> shown = outstanding().shown();
    assertThat(shown.subList(0, 3))
        .extracting(Row::operation)
        .containsExactly("get", "put", "total");
    assertThat(names(shown).distinct()).hasSize(10);
  }

  @Test
  void rowsWithoutTenantsAreAllShown() {
    for (int i = 0; i < 30; i++) {
      rows.add(new Row("step" + i, Map.of(), "get", 1, "valid", Map.of()));
    }
    assertThat(outstanding().shown()).hasSize(30);
  }
}
