package io.hbench.kit;

import java.io.PrintStream;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Prints, of each test that fails, the command that repeats it, with the seed of a property, and
 * where the logs of its daemons are. JUnit and jqwik find it in {@code META-INF/services}.
 */
public final class FailureHints implements TestExecutionListener, AroundPropertyHook {
  /** By the lock of a class, which says what it runs against. */
  private static final Map<String, String> LOGS =
      Map.of(
          "sandbox", "target/sandbox/logs: a file for each daemon; of tasks in containers",
          "hbase", "HBase runs in the JVM of the tests: its errors are in this output");

  /** Of properties that failed: JUnit's listeners do not get them. */
  private static final Map<Method, String> SEEDS = new ConcurrentHashMap<>();

  private final PrintStream out;

  public FailureHints() {
    this(System.err);
  }

  FailureHints(PrintStream out) {
    this.out = out;
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    PropertyExecutionResult result = property.execute();
    if (result.status() == PropertyExecutionResult.Status.FAILED) {
      result.seed().ifPresent(seed -> SEEDS.put(context.targetMethod(), seed));
    }
    return result;
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == Status.FAILED) {
      test.getSource()
          .ifPresent(
              source -> {
                if (source instanceof MethodSource method) {
                  print(test, method.getJavaClass(), Optional.of(method.getJavaMethod()));
                } else if (source instanceof ClassSource type) {
                  print(test, type.getJavaClass(), Optional.empty());
                }
              });
    }
  }

  /** One call of print: classes run beside each other. */
  private void print(TestIdentifier test, Class<?> type, Optional<Method> method) {
    String name = type.getName().substring(type.getPackageName().length() + 1);
    StringBuilder text =
        new StringBuilder("\nfailed: %s %s\n".formatted(name, test.getDisplayName()));
    String selected = name + method.map(m -> "#" + m.getName()).orElse("");
    boolean integration = name.endsWith("IT");
    text.append(
        "  repeat: bin/dev %s='%s'%s%s\n"
            .formatted(
                integration ? "it -Dit.test" : "test -Dtest",
                selected,
                // by its tag it is not part of these
                test.getTags().stream()
                        .map(TestTag::getName)
                        .anyMatch(List.of("soak", "faults")::contains)
                    ? " -Dtest.excluded="
                    : "",
                method.map(SEEDS::get).map(FailureHints::ofSeed).orElse("")));
    AnnotationSupport.findRepeatableAnnotations(type, ResourceLock.class).stream()
        .map(lock -> LOGS.get(lock.value()))
        .filter(logs -> logs != null)
        .forEach(logs -> text.append("  logs: ").append(logs).append('\n'));
    out.print(text);
  }

  private static String ofSeed(String seed) {
    return " -Dproperty.seed=%s -Dproperty.tries=%d".formatted(seed, PropertySeeds.FACTOR);
  }
}
