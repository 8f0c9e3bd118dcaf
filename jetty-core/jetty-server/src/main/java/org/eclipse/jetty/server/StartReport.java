package org.eclipse.jetty.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.StartTimes;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.Uptime;
import org.eclipse.jetty.util.component.LifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs, when a server has started, what runs where, and what the start spent its time on.
 *
 * <pre>
 * Jetty 1.0.0, Java 17.0.15 (Debian), process 4711
 * Modules: threadpool, server, http
 * URLs: http://localhost:8080/
 * Up after 612 ms: JVM, start.jar and log 215, XML 120, DeploymentScanner 180, ServerConnector 9, others 88
 * </pre>
 *
 * <p>The components are those that the server starts itself; one that took less than 5 ms is among the others. To be added as a
 * listener of the server. Called by the thread that starts the server.
 */
public class StartReport implements LifeCycle.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(StartReport.class);
    private static final long NAMED_MILLIS = 5;

    private final String modules;
    private final Map<LifeCycle, Stopwatch> stopwatches = new IdentityHashMap<>();

    /** A component, and how long its start took. */
    private record Phase(String name, long millis) {}

    /**
     * @param modules the names of the modules that the server is made of, separated by commas; null or empty if not known
     */
    public StartReport(String modules) {
        this.modules = modules;
    }

    @Override
    public void lifeCycleStarting(LifeCycle event) {
        if (!(event instanceof Server server)) {
            return;
        }
        for (LifeCycle component : server.getBeans(LifeCycle.class)) {
            Stopwatch stopwatch = new Stopwatch();
            if (component.addEventListener(stopwatch)) {
                stopwatches.put(component, stopwatch);
            }
        }
    }

    @Override
    public void lifeCycleStarted(LifeCycle event) {
        List<Phase> phases = phases();
        if (!(event instanceof Server server)) {
            return;
        }
        LOG.info(
                "Jetty {}, Java {} ({}), process {}",
                Server.getVersion(),
                System.getProperty("java.version"),
                System.getProperty("java.vendor"),
                ProcessHandle.current().pid());
        if (StringUtil.isNotBlank(modules)) {
            LOG.info("Modules: {}", String.join(", ", StringUtil.csvSplit(modules)));
        }
        String urls = urls(server);
        if (!urls.isEmpty()) {
            LOG.info("URLs: {}", urls);
        }
        LOG.info("{}", times(server, phases));
    }

    @Override
    public void lifeCycleFailure(LifeCycle event, Throwable cause) {
        phases();
    }

    /** What the stopwatches show, the longest first; they are taken away. */
    private List<Phase> phases() {
        List<Phase> phases = new ArrayList<>();
        stopwatches.forEach((component, stopwatch) -> {
            component.removeEventListener(stopwatch);
            phases.add(new Phase(component.getClass().getSimpleName(), stopwatch.millis()));
        });
        stopwatches.clear();
        phases.sort(Comparator.comparingLong(Phase::millis).reversed());
        return phases;
    }

    private static String urls(Server server) {
        List<String> urls = new ArrayList<>();
        for (Connector connector : server.getConnectors()) {
            if (!(connector instanceof NetworkConnector network) || network.getLocalPort() <= 0) {
                continue;
            }
            if (connector.getConnectionFactories().stream().anyMatch(StartReport::isProtocol)) {
                urls.add(url(network));
            } else {
                LOG.warn("{} speaks no protocol: every connection to it will fail", connector);
            }
        }
        return String.join(", ", urls);
    }

    /** Whether a connection can end there: TLS, ALPN and the PROXY protocol only lead to a protocol. */
    private static boolean isProtocol(ConnectionFactory factory) {
        return !(factory instanceof SslConnectionFactory
                || factory instanceof NegotiatingServerConnectionFactory
                || factory instanceof DetectorConnectionFactory
                || factory instanceof ProxyConnectionFactory);
    }

    private static String url(NetworkConnector connector) {
        boolean secure = connector.getProtocols().stream().anyMatch("ssl"::equalsIgnoreCase);
        String host = connector.getHost();
        String name = host == null || host.equals("0.0.0.0") || host.equals("::")
                ? "localhost"
                : host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return (secure ? "https://" : "http://") + name + ":" + connector.getLocalPort() + "/";
    }

    private static String times(Server server, List<Phase> phases) {
        long total = Uptime.getUptime();
        long rest = total;
        StringBuilder text = new StringBuilder("Up after ").append(total).append(" ms: ");
        if (server.getAttribute(StartTimes.ATTRIBUTE) instanceof StartTimes before) {
            append(text, new Phase("JVM, start.jar and log", before.launchMillis()));
            append(text, new Phase("XML", before.configureMillis()));
            rest -= before.launchMillis() + before.configureMillis();
        }
        for (Phase phase : phases) {
            if (phase.millis() < NAMED_MILLIS) {
                break;
            }
            append(text, phase);
            rest -= phase.millis();
        }
        return text.append("others ").append(Math.max(0, rest)).toString();
    }

    private static void append(StringBuilder text, Phase phase) {
        text.append(phase.name()).append(' ').append(phase.millis()).append(", ");
    }

    /** Takes the time from the begin of a start to its end. */
    private static final class Stopwatch implements LifeCycle.Listener {
        private long begin;
        private long nanos;

        @Override
        public void lifeCycleStarting(LifeCycle event) {
            begin = System.nanoTime();
        }

        @Override
        public void lifeCycleStarted(LifeCycle event) {
            nanos = System.nanoTime() - begin;
        }

        private long millis() {
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        }
    }
}
