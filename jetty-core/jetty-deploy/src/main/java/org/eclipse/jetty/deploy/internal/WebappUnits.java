package org.eclipse.jetty.deploy.internal;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.TreeMap;
import org.eclipse.jetty.util.Scanner;
import org.jspecify.annotations.Nullable;

/**
 * All units of all directories.
 *
 * <p>Guarded by the lock of the scanner.
 */
public final class WebappUnits {
    private final TreeMap<String, WebappUnit> units = new TreeMap<>();

    /** The units, sorted by name. */
    public Collection<WebappUnit> all() {
        return units.values();
    }

    /**
     * The unit of a directory and base name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public WebappUnit get(String id) {
        for (WebappUnit unit : units.values()) {
            if (id(unit).equals(id)) {
                return unit;
            }
        }
        throw new IllegalArgumentException("application: " + id + " (expected: one of "
                + units.values().stream().map(WebappUnits::id).toList() + ")");
    }

    /** The directory and base name of a unit. */
    public static String id(WebappUnit unit) {
        return unit.directory().resolve(unit.name()).toString();
    }

    /** Forgets all units. */
    public void clear() {
        units.clear();
    }

    /**
     * Notes that a path of a directory came, changed or went.
     *
     * @return the unit that is to be deployed again or undeployed; null when there is nothing to do
     */
    public @Nullable WebappUnit update(Path directory, Path path, Scanner.Notification notification) {
        String key = WebappUnit.baseName(path).toLowerCase(Locale.ROOT) + '\0' + directory;
        WebappUnit unit = units.get(key);
        if (unit != null && unit.isAsRestored(path)) {
            return null;
        }
        if (notification == Scanner.Notification.REMOVED) {
            return unit != null && unit.paths().remove(path) ? unit : null;
        }
        WebappUnit.Kind kind = WebappUnit.kind(path);
        if (kind == null) {
            return null;
        }
        if (unit == null) {
            unit = new WebappUnit(directory, WebappUnit.baseName(path));
            units.put(key, unit);
        }
        boolean moved = unit.retarget(path);
        // what changes inside of an exploded application is seen by requests without a redeployment
        if (kind == WebappUnit.Kind.DIRECTORY
                && notification == Scanner.Notification.CHANGED
                && !moved
                && unit.paths().contains(path)) {
            return null;
        }
        unit.paths().add(path);
        return unit;
    }

    /** Forgets a unit that has no paths any more. */
    public void forget(WebappUnit unit) {
        if (unit.paths().isEmpty()) {
            units.values().remove(unit);
        }
    }
}
