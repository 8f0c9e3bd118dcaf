package org.eclipse.jetty.xml.internal;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether the thread pool has more threads than connectors and reserved threads keep for themselves, and whether this Java
 * has the threads that are asked for.
 *
 * <p>Numbers that are derived from the processors count as the least that they may be.
 */
public final class ThreadBudgetCheck implements ConfigurationCheck {
    private static final String POOL = "org.eclipse.jetty.util.thread.QueuedThreadPool";
    private static final String VIRTUAL = "org.eclipse.jetty.util.thread.VirtualThreadPool";
    private static final String CONNECTOR = "org.eclipse.jetty.server.ServerConnector";

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject pool : configuration.objects(VIRTUAL)) {
            if (!VirtualThreads.areSupported()) {
                configuration.error(
                        pool.place(),
                        "virtual threads need Java 21 or newer, this is Java "
                                + Runtime.version().feature(),
                        "start with a newer Java, or enable the module threadpool instead");
            }
        }
        List<CheckedObject> pools = configuration.objects(POOL);
        // a server has one; of several, it is not known which keeps what
        if (pools.size() == 1) {
            check(configuration, pools.get(0));
        }
    }

    private static void check(CheckedConfiguration configuration, CheckedObject pool) {
        CheckedObject.Setting max = pool.setting("maxThreads");
        int maxThreads = number(max, -1);
        if (max == null || maxThreads < 0 && number(max, 0) == 0) {
            return;
        }
        if (maxThreads < 1) {
            wrong(configuration, max, "maxThreads " + maxThreads, "a number of at least 1");
            return;
        }
        CheckedObject.Setting min = pool.setting("minThreads");
        if (min != null && configuration.isSet(min.property()) && number(min, 0) > maxThreads) {
            wrong(
                    configuration,
                    min,
                    "minThreads " + number(min, 0) + " is more than maxThreads " + maxThreads,
                    "at most " + maxThreads);
            return;
        }
        CheckedObject.Setting reserved = pool.setting("reservedThreads");
        // of a tenth of the pool, one at least
        int derived = reserved == null ? 0 : 1;
        int kept = number(reserved, 0) < 0 ? derived : number(reserved, 0);
        if (kept >= maxThreads) {
            wrong(
                    configuration,
                    reserved == null ? max : reserved,
                    "reservedThreads " + kept + " leaves none of maxThreads " + maxThreads,
                    "at most " + (maxThreads - 1));
            return;
        }
        List<String> parts = new ArrayList<>();
        if (kept > 0) {
            parts.add(kept + " reserved");
        }
        CheckedObject.Setting most = null;
        for (CheckedObject connector : configuration.objects(CONNECTOR)) {
            List<CheckedObject.Setting> numbers = connector.arguments().stream()
                    .filter(argument -> argument.value() instanceof Integer)
                    .toList();
            int acceptors = numbers.isEmpty() ? 1 : Math.max(0, number(numbers.get(0), 0));
            int selectors = numbers.size() < 2 ? 1 : Math.max(1, number(numbers.get(1), 1));
            kept += acceptors + selectors;
            parts.add(acceptors + " acceptors and " + selectors + " selectors of " + connector);
            for (CheckedObject.Setting number : numbers) {
                if (configuration.isSet(number.property()) && (most == null || number(number, 0) > number(most, 0))) {
                    most = number;
                }
            }
        }
        if (kept < maxThreads) {
            return;
        }
        CheckedObject.Setting cause = configuration.isSet(max.property()) || most == null ? max : most;
        wrong(
                configuration,
                cause,
                "maxThreads " + maxThreads + " leaves none for requests: " + String.join(", ", parts),
                "maxThreads of at least " + (kept + 1) + ", or fewer of these");
    }

    private static void wrong(
            CheckedConfiguration configuration, CheckedObject.Setting setting, String message, String expected) {
        configuration.wrong(setting.place(), setting.property(), message, expected);
    }

    private static int number(CheckedObject.@Nullable Setting setting, int unknown) {
        if (setting == null || setting.text() == null) {
            return unknown;
        }
        try {
            return Integer.parseInt(setting.text().trim());
        } catch (NumberFormatException x) {
            // the type of the setting has been judged already
            return unknown;
        }
    }
}
