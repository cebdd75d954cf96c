package io.hbench.kit;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.opentest4j.TestAbortedException;

/** Repeats a test that is {@link Measuring} until it passes, or has no attempts left. */
final class MeasuringExtension implements TestTemplateInvocationContextProvider {
  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return true;
  }

  /** Lazy: JUnit asks for the next attempt when the last one has ended. */
  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    Measuring measuring = context.getRequiredTestMethod().getAnnotation(Measuring.class);
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(new Attempts(measuring), Spliterator.ORDERED), false);
  }

  private static final class Attempts implements Iterator<TestTemplateInvocationContext> {
    private final Measuring measuring;
    private int begun;
    private boolean failed = true;

    Attempts(Measuring measuring) {
      this.measuring = measuring;
    }

    @Override
    public boolean hasNext() {
      return failed && begun < measuring.attempts();
    }

    @Override
    public TestTemplateInvocationContext next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      begun++;
      failed = false;
      return new Attempt(this, begun);
    }

    /** Fails the last attempt, and aborts an earlier one. */
    void fail(ExtensionContext context, Throwable cause) throws Throwable {
      failed = true;
      if (!hasNext()) {
        throw cause;
      }
      String failure =
          "measuring: %s.%s failed in attempt %d of %d (it expects %s): %s"
              .formatted(
                  context.getRequiredTestClass().getSimpleName(),
                  context.getRequiredTestMethod().getName(),
                  begun,
                  measuring.attempts(),
                  measuring.value(),
                  cause.getMessage());
      System.err.println(failure);
      throw new TestAbortedException(failure, cause);
    }
  }

  private record Attempt(Attempts attempts, int number) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int invocation) {
      return "attempt " + number;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      TestExecutionExceptionHandler failures = attempts::fail;
      return List.of(failures, new AttemptNumber(number));
    }
  }

  private record AttemptNumber(int number) implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == int.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return number;
    }
  }
}
