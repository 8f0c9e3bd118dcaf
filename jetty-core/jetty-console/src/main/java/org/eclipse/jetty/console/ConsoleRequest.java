package org.eclipse.jetty.console;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.operations.Diagnostics;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** A request that is counted until it has ended. Made for one request. Thread-safe. */
final class ConsoleRequest extends Request.Wrapper implements Consumer<@Nullable Throwable> {
    private final Response response;
    private final Traffic traffic;
    private volatile @Nullable String contextPath;
    private volatile Traffic.@Nullable OfContext context;
    /** The one that is in the handlers with it. */
    private volatile @Nullable Thread thread;

    /** What handlers threw. */
    private volatile @Nullable Throwable thrown;

    ConsoleRequest(Request request, Response response, Traffic traffic) {
        super(request);
        this.response = response;
        this.traffic = traffic;
    }

    void enter(String path, Traffic.OfContext counters) {
        contextPath = path;
        context = counters;
    }

    Traffic.@Nullable OfContext context() {
        return context;
    }

    void setThread(@Nullable Thread handling) {
        thread = handling;
    }

    void setThrown(Throwable failure) {
        thrown = failure;
    }

    @Override
    public void accept(@Nullable Throwable failure) {
        traffic.ended(this, response.getStatus(), failure == null ? thrown : failure);
    }

    /** Who asks for what; without the query, which may hold secrets. */
    Map<String, Object> describe() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", Request.getLogId(this));
        map.put("method", Traffic.shortened(getMethod()));
        map.put("path", Traffic.shortened(String.valueOf(getHttpURI().getPath())));
        map.put("contextPath", contextPath);
        map.put("client", Request.getRemoteAddr(this));
        map.put("protocol", getConnectionMetaData().getHttpVersion().asString());
        return map;
    }

    /** The same, how old it is, what it does, and where in the application its thread is. */
    Map<String, Object> describeInFlight() {
        Map<String, Object> map = describe();
        map.put("ageMillis", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - getBeginNanoTime()));
        RequestPhases phases = Request.getPhases(this);
        RequestPhases.Phase phase = phases == null ? null : phases.getCurrent();
        map.put("phase", phase == null ? null : phase.name().toLowerCase(Locale.ROOT));
        map.put("readWaitMillis", phases == null ? null : phases.get(RequestPhases.Wait.READ, TimeUnit.MILLISECONDS));
        map.put("writeWaitMillis", phases == null ? null : phases.get(RequestPhases.Wait.WRITE, TimeUnit.MILLISECONDS));
        Thread handling = thread;
        map.put("thread", handling == null ? null : handling.getName());
        map.put("at", handling == null ? null : Diagnostics.applicationFrame(handling));
        return map;
    }
}
