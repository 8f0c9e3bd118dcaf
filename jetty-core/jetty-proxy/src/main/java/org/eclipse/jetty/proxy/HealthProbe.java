package org.eclipse.jetty.proxy;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/** Asks back ends for their health by the client of the balancer, over connections that carry nothing else. Thread-safe. */
final class HealthProbe implements HealthMonitor.Probe {
    private static final Object TAG = "health";

    private final HttpClient client;
    private final HealthCheck settings;
    private final @Nullable String host;

    /** @param host the Host of the request; null for that of the back end */
    HealthProbe(HttpClient client, HealthCheck settings, @Nullable String host) {
        this.client = client;
        this.settings = settings;
        this.host = host;
    }

    @Override
    public void ask(Backend backend, Consumer<@Nullable String> result) {
        try {
            client.newRequest(backend.getURI().resolve(settings.getPath()))
                    .tag(TAG)
                    .timeout(settings.getTimeout(), TimeUnit.MILLISECONDS)
                    .headers(headers -> {
                        if (host != null) {
                            headers.put(HttpHeader.HOST, host);
                        }
                    })
                    .send(end -> result.accept(failureOf(end)));
        } catch (RuntimeException x) {
            // for example as the client stops
            result.accept(x.toString());
        }
    }

    private @Nullable String failureOf(Result end) {
        if (end.getFailure() != null) {
            return end.getFailure().toString();
        }
        int status = end.getResponse().getStatus();
        return settings.isExpected(status)
                ? null
                : "status " + status + " (expected: " + settings.getExpectedStatus() + ")";
    }
}
