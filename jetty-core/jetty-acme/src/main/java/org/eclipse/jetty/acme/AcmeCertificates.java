package org.eclipse.jetty.acme;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.acme.internal.ChallengeResponder;
import org.eclipse.jetty.acme.internal.TemporaryCertificate;
import org.eclipse.jetty.acme.internal.TlsAlpnResponder;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NegotiatingServerConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.ssl.X509;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.exception.AcmeException;
import org.shredzone.acme4j.exception.AcmeRateLimitedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets a certificate from an authority that speaks ACME (RFC 8555) once the server is started, and renews it while the server runs.
 *
 * <pre>
 * start ──> due? ──no──> look again within 12 hours, or when it is due
 *            │yes                              ▲
 *            ▼                                 │
 *          issue ──> write the file ──> reload the TLS context: new connections have the new certificate
 *            │failure
 *            └─────> the former certificate stays; again after 5, 10, 20 ... minutes, or when the authority says
 * </pre>
 *
 * <p>Due is a certificate that is a temporary one, has other names, comes from another authority, or is to be renewed: when the authority
 * suggests it (RFC 9773), otherwise when a third of its life is left. Thread-safe.
 */
@ManagedObject("Certificates by ACME")
public class AcmeCertificates extends ContainerLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(AcmeCertificates.class);
    private static final Duration LOOK = Duration.ofHours(12);
    private static final Duration MAX_DELAY = Duration.ofDays(1);
    private static final int USUAL_SHARE = 3;
    /** Although the authority suggests a later time. */
    private static final int LAST_SHARE = 6;

    private final Server server;
    private final SslContextFactory.Server factory;
    private final AcmeSettings settings;
    private final AcmeFiles files;
    private final AcmeChallengeHandler handler;
    private final TlsAlpnResponder tls = new TlsAlpnResponder();
    private final LifeCycle.Listener begin = new LifeCycle.Listener() {
        @Override
        public void lifeCycleStarted(LifeCycle event) {
            schedule(Duration.ZERO);
        }
    };
    private AcmeClient client;
    private ScheduledExecutorService executor;
    private volatile @Nullable Instant nextAttempt;
    private volatile @Nullable String lastFailure;
    private volatile int failures;

    /**
     * @param factory reads {@link AcmeFiles#getCertificateFile()}
     * @param handler one of the handlers of the server
     */
    public AcmeCertificates(
            @Name("server") Server server,
            @Name("sslContextFactory") SslContextFactory.Server factory,
            @Name("settings") AcmeSettings settings,
            @Name("files") AcmeFiles files,
            @Name("handler") AcmeChallengeHandler handler) {
        this.server = server;
        this.factory = factory;
        this.settings = settings;
        this.files = files;
        this.handler = handler;
        factory.setKeyManagerFilter(tls::decorate);
    }

    @Override
    protected void doStart() throws Exception {
        settings.check();
        boolean byTls = settings.getChallenge() == AcmeSettings.ChallengeType.TLS_ALPN_01;
        if (byTls) {
            checkProtocols();
        }
        ChallengeResponder responder = byTls ? tls : handler.responder();
        client = new AcmeClient(settings, files, responder);
        executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "acme");
            thread.setDaemon(true);
            return thread;
        });
        super.doStart();
        // the authority asks the connectors, which are started last
        server.addEventListener(begin);
        if (server.isStarted()) {
            schedule(Duration.ZERO);
        }
    }

    private void checkProtocols() {
        for (Connector connector : server.getConnectors()) {
            for (ConnectionFactory candidate : connector.getConnectionFactories()) {
                if (connector.getConnectionFactory(TlsAlpnResponder.PROTOCOL) != null
                        && candidate instanceof NegotiatingServerConnectionFactory alpn
                        && (alpn.getNegotiatedProtocols().isEmpty()
                                || alpn.getNegotiatedProtocols().contains(TlsAlpnResponder.PROTOCOL))) {
                    return;
                }
            }
        }
        throw new IllegalStateException("no connector chooses the protocol " + TlsAlpnResponder.PROTOCOL
                + " (expected: jetty.alpn.protocols empty, or with this protocol)");
    }

    @Override
    protected void doStop() throws Exception {
        server.removeEventListener(begin);
        // there is none if the start failed before
        if (executor != null) {
            executor.shutdownNow();
            // an order that is interrupted ends soon; one that hangs is left to its daemon thread
            executor.awaitTermination(5, TimeUnit.SECONDS);
        }
        nextAttempt = null;
        super.doStop();
    }

    private void schedule(Duration delay) {
        if (isRunning() && !executor.isShutdown()) {
            nextAttempt = Instant.now().plus(delay);
            executor.schedule(this::look, delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        try {
            X509Certificate current = files.readCertificate();
            Instant due = due(current);
            if (!due.isAfter(Instant.now())) {
                current = issue();
                due = Instant.now().plus(LOOK);
            }
            succeeded();
            schedule(least(Duration.between(Instant.now(), due), LOOK));
        } catch (InterruptedException x) {
            LOG.debug("stopped", x);
        } catch (Exception x) {
            failed(x);
        } catch (Throwable x) {
            failed(x);
            throw x;
        }
    }

    private void succeeded() {
        failures = 0;
        lastFailure = null;
    }

    private X509Certificate issue() throws Exception {
        LOG.info(
                "Asking {} for a certificate of {} by {}",
                settings.getDirectory(),
                settings.getNames(),
                settings.getChallenge());
        X509Certificate issued = client.issue();
        factory.reload(f -> {});
        LOG.info(
                "The certificate of {} is issued by {}, and valid until {}",
                settings.getNames(),
                issued.getIssuerX500Principal().getName(),
                issued.getNotAfter().toInstant());
        return issued;
    }

    private void failed(Throwable x) {
        if (executor.isShutdown()) {
            LOG.debug("stopped", x);
            return;
        }
        failures++;
        lastFailure = message(x);
        Duration delay = retryDelay(x);
        LOG.warn(
                "No certificate of {} from {}, the former one stays, next attempt in {} seconds: {}",
                settings.getNames(),
                settings.getDirectory(),
                delay.toSeconds(),
                lastFailure);
        LOG.debug("the cause", x);
        schedule(delay);
    }

    /** The messages of a failure and its causes; the name of one that has none. */
    private static String message(Throwable x) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = x; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
            if (text.indexOf(message) < 0) {
                text.append(text.isEmpty() ? "" : ": ").append(message);
            }
        }
        return text.toString();
    }

    /** What the authority demands, else the double of the last delay, and a little more or less so that servers do not come together. */
    private Duration retryDelay(Throwable x) {
        int doublings = Math.min(failures - 1, 20);
        Duration delay = least(settings.getMinRetryDelay().multipliedBy(1L << doublings), MAX_DELAY);
        long millis = (long) (delay.toMillis() * ThreadLocalRandom.current().nextDouble(0.9, 1.1));
        if (x instanceof AcmeRateLimitedException limited
                && limited.getRetryAfter().isPresent()) {
            long demanded = Duration.between(
                            Instant.now(), limited.getRetryAfter().get())
                    .toMillis();
            millis = Math.max(millis, demanded);
        }
        return Duration.ofMillis(millis);
    }

    private static Duration least(Duration one, Duration other) {
        Duration least = one.compareTo(other) < 0 ? one : other;
        return least.isNegative() ? Duration.ZERO : least;
    }

    /** When a certificate is to be replaced; the epoch for at once. */
    private Instant due(X509Certificate certificate) throws IOException, GeneralSecurityException {
        if (TemporaryCertificate.isTemporary(certificate) || !client.isIssuedHere() || !hasNames(certificate)) {
            return Instant.EPOCH;
        }
        Instant end = certificate.getNotAfter().toInstant();
        Duration life = Duration.between(certificate.getNotBefore().toInstant(), end);
        if (settings.getRenewBeforeDays() > 0) {
            return end.minus(least(Duration.ofDays(settings.getRenewBeforeDays()), life.dividedBy(2)));
        }
        Instant suggested = null;
        try {
            suggested = client.suggestedRenewal(certificate, LOOK);
        } catch (AcmeException | IOException x) {
            // it is asked again; the end of the certificate counts
            LOG.debug("no suggested time of renewal", x);
        }
        if (suggested == null) {
            return end.minus(life.dividedBy(USUAL_SHARE));
        }
        Instant last = end.minus(life.dividedBy(LAST_SHARE));
        return suggested.isBefore(last) ? suggested : last;
    }

    private boolean hasNames(X509Certificate certificate) {
        Set<String> names = new HashSet<>(new X509("current", certificate).getHosts());
        return names.equals(settings.getNames());
    }

    @ManagedOperation(value = "Gets a new certificate, whether it is due or not", impact = "ACTION")
    public void renew() {
        if (!isStarted()) {
            throw new IllegalStateException("not started: " + this);
        }
        executor.execute(() -> {
            try {
                issue();
                succeeded();
            } catch (InterruptedException x) {
                LOG.debug("stopped", x);
            } catch (Exception x) {
                lastFailure = message(x);
                LOG.warn("No certificate of {}, the former one stays: {}", settings.getNames(), lastFailure);
                LOG.debug("the cause", x);
            }
        });
    }

    @ManagedAttribute("The hosts of the certificate")
    public String getNames() {
        return String.join(",", settings.getNames());
    }

    @ManagedAttribute("When the certificate is looked at next, as a text; null when it is not")
    public @Nullable String getNextAttempt() {
        Instant next = nextAttempt;
        return next == null ? null : next.toString();
    }

    @ManagedAttribute("Why the last attempt failed; null when it did not")
    public @Nullable String getLastFailure() {
        return lastFailure;
    }

    @ManagedAttribute("How many attempts have failed since the last success")
    public int getFailures() {
        return failures;
    }
}
