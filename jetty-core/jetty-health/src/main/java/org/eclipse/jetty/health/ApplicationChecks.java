package org.eclipse.jetty.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.handler.ContextHandler;

/** The checks that an application has put into attributes of its context. */
final class ApplicationChecks {
    /** What the names of attributes begin with; the kind, a period, and the name of the check follow. */
    static final String PREFIX = "org.eclipse.jetty.health.";

    private ApplicationChecks() {}

    private record Check(ContextHandler context, String getName, Set<Kind> getKinds, Object attribute)
            implements HealthCheck {
        @Override
        public Result check() throws Exception {
            Object[] value = new Object[1];
            context.getContext().call(() -> value[0] = value(attribute), null);
            return result(value[0]);
        }
    }

    private static Object value(Object attribute) throws Exception {
        if (attribute instanceof BooleanSupplier supplier) {
            return supplier.getAsBoolean();
        }
        return ((Callable<?>) attribute).call();
    }

    /** A truth value, or a map of data whose {@code up} is one. */
    private static HealthCheck.Result result(Object value) {
        if (value instanceof Boolean up) {
            return new HealthCheck.Result(up, Map.of());
        }
        if (value instanceof Map<?, ?> map && map.get("up") instanceof Boolean up) {
            Map<String, Object> data = new java.util.LinkedHashMap<>();
            map.forEach((key, entry) -> {
                if (!"up".equals(key)) {
                    data.put(String.valueOf(key), entry);
                }
            });
            return new HealthCheck.Result(up, data);
        }
        return HealthCheck.Result.down(value + " (expected: true, false, or a map with the key up)");
    }

    /** The checks of a kind, of an application that is available. */
    static List<HealthCheck> of(ContextHandler context, HealthCheck.Kind kind) {
        List<HealthCheck> checks = new ArrayList<>();
        if (!context.isAvailable()) {
            return checks;
        }
        String prefix = PREFIX + kind.name().toLowerCase(Locale.ENGLISH) + ".";
        for (String name : context.getContext().getAttributeNameSet()) {
            if (!name.startsWith(prefix)) {
                continue;
            }
            Object attribute = context.getContext().getAttribute(name);
            if (attribute instanceof BooleanSupplier || attribute instanceof Callable<?>) {
                String shown = context.getContextPath() + " " + name.substring(prefix.length());
                checks.add(new Check(context, shown, Set.of(kind), attribute));
            }
        }
        return checks;
    }

    /** What a check is kept by, while its attribute is the same. */
    static Object key(HealthCheck check) {
        return check instanceof Check application ? application.attribute() : check;
    }
}
