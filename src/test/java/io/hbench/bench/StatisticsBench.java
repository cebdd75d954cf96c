package io.hbench.bench;

import io.hbench.compare.ComparedPairs;
import io.hbench.compare.ComparedSets;
import io.hbench.compare.DuetSimulation;
import io.hbench.findmax.MadeSearches;
import io.hbench.length.SimulatedLengths;
import io.hbench.report.phase.SimulatedPhases;
import io.hbench.report.server.MadeRegionServers;
import io.hbench.suite.SimulatedLadders;
import io.hbench.suite.SimulatedPlans;
import io.hbench.trend.level.CanaryNights;
import io.hbench.trend.level.WatchedNights;
import java.util.List;

/** How often hbench's judgements are wrong: simulations whose truth is known, as tables. */
final class StatisticsBench {
  /** Makes a table from a number of repetitions. */
  private interface Table {
    String of(int repetitions) throws Exception;
  }

  /**
   * A simulation.
   *
   * @param usual number of its repetitions
   */
  private record Simulation(String name, int usual, Table table) {}

  private static final List<Simulation> ALL =
      List.of(
          new Simulation("compare", 300, ComparedPairs::table),
          new Simulation("repeats", 100, ComparedSets::table),
          new Simulation("duet", 300, DuetSimulation::table),
          new Simulation("widths", 30, DuetSimulation::widths),
          new Simulation("trend", 30, WatchedNights::table),
          new Simulation("canary", 30, CanaryNights::table),
          new Simulation("findmax", 30, MadeSearches::table),
          new Simulation("length", 200, SimulatedLengths::table),
          new Simulation("servers", 200, MadeRegionServers::table),
          new Simulation("phases", 1_000, SimulatedPhases::table),
          new Simulation("scaling", 1_000, SimulatedLadders::table),
          new Simulation("plans", 5_000, SimulatedPlans::table));

  private StatisticsBench() {}

  /**
   * Runs the bench.
   *
   * @param args the name of a simulation, all if it is not given; and a number of repetitions
   */
  public static void main(String[] args) throws Exception {
    if (args.length > 0 && ALL.stream().noneMatch(one -> one.name().equals(args[0]))) {
      throw new IllegalArgumentException(
          args[0] + ": no simulation; try one of " + ALL.stream().map(Simulation::name).toList());
    }
    for (Simulation simulation : ALL) {
      if (args.length == 0 || args[0].equals(simulation.name())) {
        int repetitions = args.length < 2 ? simulation.usual() : Integer.parseInt(args[1]);
        System.out.println(simulation.table().of(repetitions));
      }
    }
  }
}
