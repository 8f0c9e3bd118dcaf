package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationLibraryInfo;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * The span of a request that has ended, for the library that exports it.
 *
 * <p>A span of the library itself guards against threads that change it, and makes its attributes when the request ends. Here that is left
 * to the thread that exports, which makes those of many spans one after the other. Immutable.
 *
 * @param trace the place of the request in its trace
 * @param parent what the client sent
 * @param startNanos when the request began, in nanoseconds since 1970
 * @param endNanos when it ended
 * @param resource the server
 */
record EndedSpan(
        EndedRequest request,
        TraceContext trace,
        @Nullable TraceContext parent,
        long startNanos,
        long endNanos,
        Resource resource)
        implements ReadableSpan {
    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("org.eclipse.jetty");

    @Override
    public SpanContext getSpanContext() {
        return SpanContext.create(
                trace.getTraceId(), trace.getSpanId(), TraceFlags.getSampled(), TraceState.getDefault());
    }

    @Override
    public SpanContext getParentSpanContext() {
        return parent == null
                ? SpanContext.getInvalid()
                : SpanContext.createFromRemoteParent(
                        parent.getTraceId(),
                        parent.getSpanId(),
                        parent.isSampled() ? TraceFlags.getSampled() : TraceFlags.getDefault(),
                        TraceState.getDefault());
    }

    @Override
    public String getName() {
        return HttpMethod.fromString(request.method()) == null ? "HTTP" : request.method();
    }

    @Override
    public SpanKind getKind() {
        return SpanKind.SERVER;
    }

    @Override
    public SpanData toSpanData() {
        return new Data(this, getSpanContext(), getParentSpanContext(), RequestAttributes.of(request));
    }

    @Override
    @Deprecated
    public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return InstrumentationLibraryInfo.create(SCOPE.getName(), null);
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return SCOPE;
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public long getLatencyNanos() {
        return endNanos - startNanos;
    }

    @Override
    public <T> T getAttribute(AttributeKey<T> key) {
        return getAttributes().get(key);
    }

    @Override
    public Attributes getAttributes() {
        return RequestAttributes.of(request);
    }

    /** What is exported. */
    private record Data(EndedSpan span, SpanContext spanContext, SpanContext parentContext, Attributes attributes)
            implements SpanData {
        @Override
        public String getName() {
            return span.getName();
        }

        @Override
        public SpanKind getKind() {
            return span.getKind();
        }

        @Override
        public SpanContext getSpanContext() {
            return spanContext;
        }

        @Override
        public SpanContext getParentSpanContext() {
            return parentContext;
        }

        @Override
        public StatusData getStatus() {
            return span.request.isError() ? StatusData.error() : StatusData.unset();
        }

        @Override
        public long getStartEpochNanos() {
            return span.startNanos;
        }

        @Override
        public long getEndEpochNanos() {
            return span.endNanos;
        }

        @Override
        public Attributes getAttributes() {
            return attributes;
        }

        @Override
        public int getTotalAttributeCount() {
            return attributes.size();
        }

        @Override
        public List<EventData> getEvents() {
            return List.of();
        }

        @Override
        public int getTotalRecordedEvents() {
            return 0;
        }

        @Override
        public List<LinkData> getLinks() {
            return List.of();
        }

        @Override
        public int getTotalRecordedLinks() {
            return 0;
        }

        @Override
        public boolean hasEnded() {
            return true;
        }

        @Override
        @Deprecated
        public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
            return span.getInstrumentationLibraryInfo();
        }

        @Override
        public InstrumentationScopeInfo getInstrumentationScopeInfo() {
            return SCOPE;
        }

        @Override
        public Resource getResource() {
            return span.resource;
        }
    }
}
