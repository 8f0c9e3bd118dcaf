package org.eclipse.jetty.console;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.eclipse.jetty.operations.Diagnostics;
import org.eclipse.jetty.util.JsonText;
import org.jspecify.annotations.Nullable;

/** What the console shows, by the names of its resources below {@code api/}. Thread-safe. */
final class ConsoleData {
    private static final int MAX_CONNECTIONS = 500;
    private static final int MAX_REQUESTS = 200;
    private static final int MAX_TEXT = 4 * 1024 * 1024;

    private final Map<String, Supplier<Object>> json = new TreeMap<>();
    private final Map<String, Supplier<String>> texts = new TreeMap<>();
    private final @Nullable String configuration;

    /** @param configuration JSON, if it is known */
    ConsoleData(
            Diagnostics diagnostics,
            Traffic traffic,
            Samples samples,
            AuditLog changes,
            String token,
            @Nullable String configuration) {
        this.configuration = configuration;
        json.put("findings", diagnostics::getFindings);
        json.put("server", () -> {
            Map<String, Object> server = diagnostics.getServerReport();
            server.put("totals", traffic.totals());
            return server;
        });
        json.put("samples", samples::list);
        json.put("connectors", diagnostics::getConnectors);
        json.put("connections", () -> diagnostics.getConnections(MAX_CONNECTIONS));
        json.put("contexts", () -> contexts(diagnostics, traffic));
        json.put("requests", () -> requests(traffic));
        json.put("scheduling", diagnostics::getScheduling);
        json.put("certificates", diagnostics::getCertificates);
        json.put("log", () -> log(diagnostics));
        json.put("changes", changes::list);
        json.put("token", () -> Map.of("field", ConsoleAccess.TOKEN_FIELD, "token", token));
        texts.put("threads", diagnostics::getThreads);
        texts.put("dump", diagnostics::getDump);
    }

    private static Object contexts(Diagnostics diagnostics, Traffic traffic) {
        Map<String, Object> map = new LinkedHashMap<>();
        List<Map<String, Object>> contexts = diagnostics.getContexts();
        contexts.forEach(traffic::addTo);
        map.put("contexts", contexts);
        map.put("applications", diagnostics.getApplications());
        map.put("retired", diagnostics.getRetiredContexts());
        return map;
    }

    private static Object requests(Traffic traffic) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("tracking", traffic.isTracking());
        map.put("active", traffic.active());
        map.put("requests", traffic.inFlight(MAX_REQUESTS));
        map.put("lastErrors", traffic.lastErrors());
        return map;
    }

    private static Object log(Diagnostics diagnostics) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("changedLevels", diagnostics.getChangedLevels());
        map.put("warnings", diagnostics.getWarnings());
        return map;
    }

    /** A resource: bytes and their type. */
    record Resource(String type, byte[] content) {}

    /** The resource of a name; the list of all for an empty one. */
    @Nullable
    Resource get(String name) {
        Supplier<String> text = texts.get(name);
        if (text != null) {
            String content = text.get();
            return new Resource(
                    "text/plain;charset=utf-8",
                    (content.length() <= MAX_TEXT ? content : content.substring(0, MAX_TEXT) + "\n...\n")
                            .getBytes(StandardCharsets.UTF_8));
        }
        if (name.equals("configuration")) {
            return json(configuration == null ? "{}" : configuration);
        }
        if (name.isEmpty()) {
            List<String> names = new ArrayList<>(json.keySet());
            names.addAll(texts.keySet());
            names.add("configuration");
            names.sort(null);
            return json(JsonText.indented(Map.of("resources", names, "actions", ConsoleActions.NAMES)));
        }
        Supplier<Object> value = json.get(name);
        return value == null ? null : json(JsonText.indented(value.get()));
    }

    static Resource json(String text) {
        return new Resource("application/json", text.getBytes(StandardCharsets.UTF_8));
    }
}
