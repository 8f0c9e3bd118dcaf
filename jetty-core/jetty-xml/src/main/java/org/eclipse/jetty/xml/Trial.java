package org.eclipse.jetty.xml;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the setters of a class for the range of their values, by setting them on an object that is made for that only.
 *
 * <p>That is done with classes of the server alone, whose constructors and setters have no effect before a start, and of these
 * only such as are made without arguments or from numbers and booleans. Other classes are not tried. Confined to the check.
 */
final class Trial {
    private static final Logger LOG = LoggerFactory.getLogger(Trial.class);

    private final Object object;

    Trial(CheckedObject checked) {
        object = make(checked);
    }

    private static Object make(CheckedObject checked) {
        if (!checked.type().getName().startsWith("org.eclipse.jetty.")) return null;
        List<Members.Argument> arguments = new ArrayList<>();
        for (CheckedObject.Setting argument : checked.arguments()) {
            if (argument.value() instanceof Number || argument.value() instanceof Boolean)
                arguments.add(new Members.Argument(null, argument.value()));
        }
        if (arguments.size() != checked.arguments().size()) arguments.clear();
        try {
            if (arguments.isEmpty() && !hasPlainConstructor(checked.type())) return null;
            return Members.construct(checked.type(), arguments);
        } catch (Members.NoMatchException | ReflectiveOperationException | LinkageError x) {
            LOG.debug("not tried: {}", checked, x);
            return null;
        }
    }

    private static boolean hasPlainConstructor(Class<?> type) {
        for (Constructor<?> constructor : type.getConstructors()) if (constructor.getParameterCount() == 0) return true;
        return false;
    }

    /** Sets a value; what the setter has against it, or null. */
    String set(String method, Object value) {
        if (object == null) return null;
        try {
            Members.call(object.getClass(), object, method, List.of(new Members.Argument(null, value)));
        } catch (InvocationTargetException x) {
            if (x.getCause() instanceof IllegalArgumentException refused) return refused.getMessage();
            LOG.debug("not judged: {} {}", method, value, x);
        } catch (Members.NoMatchException | ReflectiveOperationException | LinkageError x) {
            LOG.debug("not judged: {} {}", method, value, x);
        }
        return null;
    }
}
