package org.eclipse.jetty.console;

import java.io.IOException;
import java.util.List;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.operations.Diagnostics;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.StringUtil;

/** What the console changes. Thread-safe. */
final class ConsoleActions {
    static final List<String> NAMES = List.of("application", "collect", "log-level", "scan", "tracking");

    private final Server server;
    private final Diagnostics diagnostics;
    private final Traffic traffic;
    private final ApplicationChanges applications;

    ConsoleActions(Server server, Diagnostics diagnostics, Traffic traffic) {
        this.server = server;
        this.diagnostics = diagnostics;
        this.traffic = traffic;
        applications = ApplicationChanges.of(server);
    }

    /** What is asked for, in words. */
    static String describe(String name, Fields fields) {
        StringBuilder text = new StringBuilder(name);
        for (Fields.Field field : fields) {
            text.append(' ').append(field.getName()).append('=').append(field.getValue());
        }
        return text.toString();
    }

    /**
     * Makes a change, and returns when it is made.
     *
     * @param asking the end point of the request
     * @return what was done
     * @throws IllegalArgumentException if a field is missing or wrong
     * @throws IllegalStateException if it cannot be done now
     * @throws IOException if files cannot be changed
     */
    String run(String name, Fields fields, EndPoint asking) throws IOException {
        return switch (name) {
            case "log-level" -> {
                String time = fields.getValue("time");
                yield diagnostics.changeLevel(required(fields, "logger") + "=" + required(fields, "level")
                        + (StringUtil.isBlank(time) ? "" : ":" + time));
            }
            case "tracking" -> track(required(fields, "enabled"));
            case "collect" -> {
                System.gc();
                yield "The garbage collector was asked to look at all of the heap";
            }
            case "scan" -> applications.scan();
            case "application" ->
                applications.change(
                        required(fields, "id"), required(fields, "change"), fields.getValue("version"), asking);
            default -> throw new IllegalArgumentException("action: " + name + " (expected: one of " + NAMES + ")");
        };
    }

    private String track(String enabled) {
        if (!enabled.equals("true") && !enabled.equals("false")) {
            throw new IllegalArgumentException("enabled: " + enabled + " (expected: true or false)");
        }
        boolean track = enabled.equals("true");
        track(track);
        return track ? "Requests in flight are listed from now on" : "Requests in flight are no longer listed";
    }

    /** Lists requests in flight, with their phases, or not. Phases that the configuration measures anyway go on. */
    void track(boolean track) {
        traffic.setTracking(track);
        if (!track) {
            return;
        }
        for (Connector connector : server.getConnectors()) {
            for (ConnectionFactory factory : connector.getConnectionFactories()) {
                if (factory instanceof HttpConfiguration.ConnectionFactory http) {
                    http.getHttpConfiguration().setRequestPhases(true);
                }
            }
        }
    }

    private static String required(Fields fields, String name) {
        String value = fields.getValue(name);
        if (StringUtil.isBlank(value)) {
            throw new IllegalArgumentException(name + ": missing");
        }
        return value;
    }
}
