package io.hbench.spec;

import com.google.gson.reflect.TypeToken;
import io.hbench.client.HBaseUser;
import io.hbench.figure.Format;
import io.hbench.json.JsonFormat;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The tenants of a job: several runs, each with a table, a load and tasks of its own, that share
 * the start barrier and the window. Each is a run with a run directory beside the job's.
 *
 * @param all in the order of their tasks
 */
public record Tenants(List<Tenant> all) {
  /** Property of a job: the settings of its tenants, with their secrets. */
  public static final String PROPERTY = "io.hbench.tenants";

  /** Directory of the job, beside those of the tenants; readers of runs skip it. */
  public static final String JOB = "_job";

  private static final int MAX_NAMES = 10;

  /** Settings that are the same for all tenants, and for their job. */
  public static final List<Setting<?>> SHARED =
      List.of(
          Settings.FOR,
          Settings.WARMUP,
          Settings.CONTAINERS,
          Settings.START_TIMEOUT,
          Settings.ALLOW_WAVES,
          Settings.SUBMITTER_TIMEOUT,
          Settings.DEADLINE,
          Settings.OUT,
          Settings.PRIVATE,
          Settings.FORMAT,
          Settings.QUIET,
          Settings.DRY_RUN,
          Settings.QUORUM,
          Settings.LOCAL,
          Settings.JDK,
          Settings.JAR);

  /**
   * One tenant.
   *
   * @param firstTask the number of its task 0 in the job
   */
  public record Tenant(RunSpec spec, int firstTask) {
    public String name() {
      return spec.tenant().orElseThrow();
    }

    /** Its run directory. */
    public Path directory(Path job) {
      return new Path(job.getParent(), name());
    }
  }

  /** Tenants with these specifications. */
  private static Tenants with(List<RunSpec> specs) {
    List<Tenant> all = new ArrayList<>();
    int next = 0;
    for (RunSpec spec : specs) {
      all.add(new Tenant(spec, next));
      next += spec.tasks();
    }
    return new Tenants(List.copyOf(all));
  }

  /**
   * The configuration of the job. Its own settings are those of a run of as many tasks, without any
   * limit of the site: the tenants have been checked.
   *
   * @param tenants configurations with all settings of each and the addresses of HBase
   */
  public static Configuration job(List<Configuration> tenants) {
    List<Map<String, String>> settings = new ArrayList<>();
    for (Configuration tenant : tenants) {
      Map<String, String> own = new LinkedHashMap<>();
      for (Setting<?> setting : Settings.all()) {
        if (setting.isSet(tenant)
            && !setting.has(SettingRole.SITE)
            && !setting.equals(Settings.NEIGHBOURS)) { // of all others, for no task
          own.put(setting.property(), setting.text(tenant));
        }
      }
      settings.add(own);
    }
    List<RunSpec> specs = settings.stream().map(Tenants::spec).toList();
    int onTable = Math.max(0, specs.stream().map(RunSpec::needsTable).toList().indexOf(true));
    Configuration job = new Configuration(tenants.get(onTable)); // which has HBase's addresses
    Settings.all().stream()
        .filter(setting -> !SHARED.contains(setting))
        .forEach(setting -> job.unset(setting.property()));
    job.set(PROPERTY, JsonFormat.LINE.toJson(settings));
    Settings.TABLE.set(job, specs.get(onTable).table());
    int tasks = specs.stream().mapToInt(RunSpec::tasks).sum();
    Settings.ASSIGNMENTS.set(job, (specs.get(onTable).needsTable() ? "get@" : "noop@") + tasks);
    return job;
  }

  /** Whether a job has tenants; else it is one run. */
  public static boolean in(Configuration job) {
    return job.getRaw(PROPERTY) != null;
  }

  /** What to change for fewer containers of a job with tenants. */
  public static String fewer(Configuration job, long containers) {
    List<Tenant> all = of(job).orElseThrow().all();
    boolean canShare =
        all.size() > 1 && all.stream().allMatch(one -> one.spec().candidate().isEmpty());
    return canShare
        ? Settings.CONTAINERS.flag() + " " + containers
        : "fewer tasks in the file of --tenants";
  }

  /** Containers of a job: one for each of its tasks, unless tenants share fewer. */
  public static int containers(Configuration job, int tasks) {
    return in(job) ? Math.min(tasks, Settings.CONTAINERS.find(job).orElse(tasks)) : tasks;
  }

  /** The tenants of a job; empty if it is one run. */
  public static Optional<Tenants> of(Configuration job) {
    String text = job.getRaw(PROPERTY);
    if (text == null) {
      return Optional.empty();
    }
    List<Map<String, String>> settings =
        JsonFormat.LINE.fromJson(text, new TypeToken<List<Map<String, String>>>() {});
    return Optional.of(with(settings.stream().map(Tenants::spec).toList()));
  }

  private static RunSpec spec(Map<String, String> settings) {
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    return RunSpec.from(conf);
  }

  /** As whom the tasks of the job ask HBase. */
  public List<HBaseUser> users() {
    return all.stream()
        .map(Tenant::spec)
        .filter(RunSpec::needsTable)
        .map(RunSpec::user)
        .distinct()
        .toList();
  }

  public Tenant ofTask(int task) {
    return all.stream().filter(one -> one.firstTask <= task).reduce((a, b) -> b).orElseThrow();
  }

  /** Their names, for people: of many, some. */
  @Override
  public String toString() {
    return Format.some(all.stream().map(Tenant::name).toList(), MAX_NAMES, ", ");
  }
}
