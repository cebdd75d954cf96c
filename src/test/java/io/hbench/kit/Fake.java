package io.hbench.kit;

import java.lang.reflect.Proxy;

/** An object of an interface of which a test needs a few methods. */
public final class Fake {
  private Fake() {}

  /** What a call of a method, by its name, returns. */
  @FunctionalInterface
  public interface Answer {
    Object of(String method, Object[] args) throws Exception;
  }

  public static <T> T fake(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> answer.of(method.getName(), args)));
  }
}
