package org.eclipse.jetty.ee10.annotations;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.jspecify.annotations.Nullable;

/**
 * What a scan of an application's classes has found: whether annotations count, and the classes that container initializers handle.
 *
 * <pre>
 * empty, as an attribute of the context    the scan notes what it finds, for someone to keep
 * known, as an attribute of the context    there is no scan: it would find the same
 * </pre>
 *
 * Confined to the start of one application.
 */
public final class ScannedClasses {
    private static final String ATTRIBUTE = ScannedClasses.class.getName();

    private final Map<String, List<String>> handled = new LinkedHashMap<>();
    private boolean annotated;
    private boolean known;

    /** Makes an empty one. */
    public ScannedClasses() {}

    /** The one that is an attribute of a context, or null. */
    public static @Nullable ScannedClasses of(WebAppContext context) {
        return context.getContext().getAttribute(ATTRIBUTE) instanceof ScannedClasses scanned ? scanned : null;
    }

    /** Makes this an attribute of a context, before that is configured. */
    public void putInto(WebAppContext context) {
        context.getContext().setAttribute(ATTRIBUTE, this);
    }

    /** Removes the attribute. */
    public static void removeFrom(WebAppContext context) {
        context.getContext().removeAttribute(ATTRIBUTE);
    }

    /** Whether this is complete. */
    public boolean isKnown() {
        return known;
    }

    /** Whether annotations of classes are looked at when they are loaded. */
    public boolean isAnnotated() {
        return annotated;
    }

    /** Notes whether annotations count, by which this is known. */
    public void note(boolean annotations) {
        annotated = annotations;
        known = true;
    }

    /** Notes the classes that a container initializer handles. */
    public void note(String initializer, Collection<String> classes) {
        handled.put(initializer, List.copyOf(classes));
    }

    /** The names of the classes that a container initializer handles; none when it was not noted. */
    public List<String> handledBy(String initializer) {
        return handled.getOrDefault(initializer, List.of());
    }

    /** All that was noted, by the class names of initializers. */
    public Map<String, List<String>> handled() {
        return handled;
    }
}
