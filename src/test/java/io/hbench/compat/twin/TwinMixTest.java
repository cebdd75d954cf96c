package io.hbench.compat.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.op.Operations;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Kind;
import io.hbench.twin.Twin.Region;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TwinMixTest {
  @Test
  void eachKindOfCallIsAnOperation() {
    TwinMix mix =
        mix(
            calls(Kind.GET, 50, 1),
            calls(Kind.SCAN, 10, 20),
            calls(Kind.PUT, 10, 1),
            calls(Kind.PUT_BATCH, 5, 40),
            calls(Kind.DELETE, 5, 1),
            calls(Kind.APPEND, 10, 1),
            calls(Kind.INCREMENT, 10, 1));
    assertThat(mix).hasToString("get:10,put:2,bufferedPut:1,delete:1,scan:2,increment:2,append:2");
    assertThat(mix.perSecond()).isEqualTo(100);
    assertThat(mix.rows(Operations.SCAN)).contains(20.0);
    assertThat(mix.rows(Operations.BUFFERED_PUT)).contains(40.0);
    assertThat(mix.notes()).isEmpty();
  }

  /** hbench's operation puts a cell before it checks it, each by a request of its own. */
  @Test
  void thePutsOfChecksComeOutOfThePuts() {
    TwinMix mix = mix(calls(Kind.PUT, 30, 1), calls(Kind.CHECK_AND_MUTATE, 10, 1));
    assertThat(mix).hasToString("put:1,checkAndPut:1"); // 20 puts, 10 more before 10 checks
    assertThat(mix.perSecond()).isEqualTo(40);
    TwinMix more = mix(calls(Kind.GET, 70, 1), calls(Kind.CHECK_AND_MUTATE, 15, 1));
    assertThat(more).hasToString("get:7,checkAndPut:3");
    assertThat(more.notes())
        .containsExactly("added: a put before each check, 17.6 % of the calls of the twin");
  }

  /** One buffer has one size. */
  @Test
  void batchesOfDeletesBesideThoseOfPutsAreSentRowByRow() {
    TwinMix mix = mix(calls(Kind.PUT_BATCH, 10, 40), calls(Kind.DELETE_BATCH, 10, 3));
    assertThat(mix).hasToString("bufferedPut:1,delete:3");
    assertThat(mix.notes())
        .containsExactly("not carried: delete-batch, 50.0 % of the calls: row by row instead");
    TwinMix alone = mix(calls(Kind.GET, 10, 1), calls(Kind.DELETE_BATCH, 10, 3));
    assertThat(alone).hasToString("get:1,bufferedDelete:1");
    assertThat(alone.rows(Operations.BUFFERED_DELETE)).contains(3.0);
  }

  /** Gets and puts have one batch. */
  @Test
  void multiGetsAreBatchesIfThereAreNeitherGetsNorPuts() {
    TwinMix alone = mix(calls(Kind.MULTI_GET, 10, 7), calls(Kind.PUT_BATCH, 10, 5));
    assertThat(alone).hasToString("get:1,bufferedPut:1");
    assertThat(alone.rows(Operations.GET)).contains(7.0);
    TwinMix mix = mix(calls(Kind.MULTI_GET, 10, 7), calls(Kind.GET, 30, 1));
    assertThat(mix).hasToString("get");
    assertThat(mix.perSecond()).isEqualTo(100);
    assertThat(mix.rows(Operations.GET)).isEmpty();
    assertThat(mix.notes())
        .containsExactly("not carried: multi-get, 25.0 % of the calls: row by row instead");
  }

  @Test
  void aRareOperationKeepsAWeight() {
    assertThat(mix(calls(Kind.GET, 1_000_000, 1), calls(Kind.DELETE, 0.1, 1)))
        .hasToString("get:10000,delete:1");
    assertThat(mix(calls(Kind.GET, 0.01, 1))).hasToString("get");
  }

  @Test
  void whatIsUnknownIsNamed() {
    TwinMix mix = new TwinMix(Twins.example());
    assertThat(mix.notes())
        .containsExactly(
            "not carried: multi-get, as it is unknown: HBase counts each row of a multi-get as a"
                + " get");
    assertThat(mix.perSecond()).isCloseTo(575, within(1e-9));
    TwinMix rows = mix(new Calls(Kind.SCAN, 10.0, null));
    assertThat(rows.rows(Operations.SCAN)).contains(1.0);
    assertThat(rows.notes())
        .containsExactly("rows of each scan, 100.0 % of the calls: 1, as it is unknown");
  }

  @Test
  void withoutCallsTheRequestsOfTheRegionsCount() {
    List<Calls> none =
        Arrays.stream(Kind.values()).map(kind -> new Calls(kind, null, null)).toList();
    TwinMix mix = new TwinMix(Twins.with(none));
    assertThat(mix).hasToString("get:4,put:1");
    assertThat(mix.perSecond()).isEqualTo(60_000 / Twins.SECONDS);
    assertThat(mix.notes())
        .containsExactly("calls are unknown: each row read is a get, and each row written a put");
  }

  @Test
  void callsOfSomeOfTheTimeAreNamed() {
    Twin all = Twins.with(Twins.calls(calls(Kind.GET, 10, 1)));
    Twin twin =
        new Twin(
            Twin.SCHEMA,
            all.seconds(),
            all.table(),
            all.regions(),
            all.calls(),
            all.rowKeys(),
            all.curve(),
            all.servers(),
            Map.of("calls", "counters have restarted: 600 s of 1800 s are left out"));
    assertThat(new TwinMix(twin).notes())
        .containsExactly(
            "calls are those of some of the time: counters have restarted: 600 s of 1800 s are"
                + " left out");
  }

  @Test
  void rowsThatWereFilteredOrDeletedAreNamedWithTheirShare() {
    Twin twin = Twins.ofRegions(new Region(0, 0, 300, 100, 0), new Region(0, 0, 0, 0, 5));
    assertThat(new TwinMix(twin).notes())
        .contains(
            "not carried: rows that a filter dropped, or that were deleted or expired: 25.0 % of"
                + " the rows read");
  }

  private static TwinMix mix(Calls... some) {
    return new TwinMix(Twins.with(Twins.calls(some)));
  }

  private static Calls calls(Kind kind, double perSecond, double rows) {
    return new Calls(kind, perSecond, rows);
  }
}
