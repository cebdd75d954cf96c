package io.hbench.it;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Objects of HBase's client of which some answers are changed. */
final class Changed {
  private Changed() {}

  /** Answer to a call; null for that of the real object. */
  @FunctionalInterface
  interface Answer {
    Object of(String method, Object[] args) throws Exception;
  }

  static <T> T of(Class<T> type, T real, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              Object given = answer.of(method.getName(), args);
              try {
                return given == null ? method.invoke(real, args) : given;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
