package io.hbench.kit;

import java.util.List;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;
import org.assertj.core.presentation.StandardRepresentation;

/**
 * The seed and the number of tries of each property. The seed is that of the property's name, so
 * that each run of the tests has the same inputs; {@code -Dproperty.seed} is another one, or {@code
 * random}. {@code -Dproperty.tries} is a factor of the tries. {@code bin/dev soak} has random seeds
 * and ten times the tries.
 *
 * <p>jqwik finds it by {@code META-INF/services}.
 */
public final class PropertySeeds implements AroundPropertyHook, AroundTryHook {
  private static final int USUAL_TRIES = 200;
  private static final String SEED = System.getProperty("property.seed", "");
  static final int FACTOR = Integer.getInteger("property.tries", 1);

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    PropertyAttributes attributes = context.attributes();
    attributes.setTries(FACTOR * attributes.tries().orElse(USUAL_TRIES));
    if (!SEED.equals("random")) {
      attributes.setSeed(SEED.isEmpty() ? Integer.toString(name(context).hashCode()) : SEED);
    }
    return property.execute();
  }

  private static String name(PropertyLifecycleContext context) {
    return context.containerClass().getSimpleName() + "#" + context.targetMethod().getName();
  }

  @Override
  public TryExecutionResult aroundTry(
      TryLifecycleContext context, TryExecutor test, List<Object> inputs) {
    Inputs.note(
        context.containerClass(),
        context.targetMethod().getName() + " " + new StandardRepresentation().toStringOf(inputs));
    return test.execute(inputs);
  }
}
