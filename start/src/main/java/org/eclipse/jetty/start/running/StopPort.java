package org.eclipse.jetty.start.running;

import java.util.Locale;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.problems.StartException;
import org.jspecify.annotations.Nullable;

/** Where a running server listens for commands, and their key: by the command line, or by what the base says to the module shutdown. */
final class StopPort {
    private final StartProperties properties;

    StopPort(StartProperties properties) {
        this.properties = properties;
    }

    int port() {
        String text = value("stop.port");
        int port = parse(text);
        if (port <= 0 || port > 65535) {
            throw new StartException(
                    StartException.BAD_STOP_PROPERTIES,
                    "STOP.PORT property must be specified with a valid port number: stop.port="
                            + (text == null ? "" : text) + " (expected: 1-65535)");
        }
        return port;
    }

    String host() {
        return value("stop.host", "127.0.0.1");
    }

    /** The key; empty if it is not known. */
    String key() {
        return value("stop.key", "");
    }

    String value(String name, String whenUnset) {
        String value = value(name);
        return value == null ? whenUnset : value;
    }

    private @Nullable String value(String name) {
        String value = properties.expandedValue(name);
        if (value == null) {
            value = System.getProperty(name.toUpperCase(Locale.ROOT));
        }
        if (value == null) {
            value = System.getProperty(name);
        }
        // what the base says to the module shutdown
        if (value == null) {
            value = properties.expandedValue(name.replace("stop.", "jetty.shutdown."));
        }
        return value == null ? null : value.trim();
    }

    /** The number; -1 if it is none. */
    static int parse(@Nullable String text) {
        if (text == null) {
            return -1;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
