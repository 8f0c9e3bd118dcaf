package org.eclipse.jetty.server.handler;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes lines about each connection and request as they begin and end, and names the thread after the request meanwhile.
 *
 * <p>For the search of errors, not for production: it costs several lines per request. The values of Authorization and Cookie
 * fields are left out. Thread-safe.
 */
public class DebugHandler extends Handler.Wrapper implements Connection.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(DebugHandler.class);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);

    private @Nullable OutputStream out;
    private boolean showHeaders;

    public DebugHandler() {}

    public DebugHandler(Handler handler) {
        super(handler);
    }

    /** Whether the fields of requests and responses are shown. */
    public boolean isShowHeaders() {
        return showHeaders;
    }

    public void setShowHeaders(boolean show) {
        showHeaders = show;
    }

    /** Where lines are written to; null for the log. It is closed when this handler stops. */
    public @Nullable OutputStream getOutputStream() {
        return out;
    }

    public void setOutputStream(OutputStream stream) {
        out = stream;
    }

    @Override
    protected void doStart() throws Exception {
        for (Connector connector : Handler.serverOf(this).getConnectors()) {
            connector.addBean(this, false);
        }
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        for (Connector connector : Handler.serverOf(this).getConnectors()) {
            connector.removeBean(this);
        }
        OutputStream stream = out;
        if (stream != null) {
            stream.close();
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Thread thread = Thread.currentThread();
        String threadName = thread.getName();
        String name = findRequestName(request);
        long begin = request.getBeginNanoTime();
        log(
                "REQUEST %s from %s %s",
                name, String.valueOf(request.getConnectionMetaData().getRemoteSocketAddress()), fields(request));
        Request.addCompletionListener(request, failure -> {
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            log("RESPONSE %s %d after %d ms %s", name, response.getStatus(), millis, fields(response));
            if (failure != null) {
                log("FAILURE %s %s", name, failure);
            }
        });
        thread.setName(threadName + ":" + name);
        try {
            boolean handled = super.handle(request, response, callback);
            log("HANDLED %s %b", name, handled);
            return handled;
        } catch (Throwable x) {
            log("EXCEPTION %s %s", name, x);
            throw x;
        } finally {
            thread.setName(threadName);
        }
    }

    private String fields(Request request) {
        return showHeaders ? text(request.getHeaders()) : "";
    }

    private String fields(Response response) {
        return showHeaders ? text(response.getHeaders()) : "";
    }

    private static String text(Iterable<HttpField> fields) {
        StringBuilder text = new StringBuilder("[");
        for (HttpField field : fields) {
            HttpHeader header = field.getHeader();
            boolean secret = header == HttpHeader.AUTHORIZATION
                    || header == HttpHeader.PROXY_AUTHORIZATION
                    || header == HttpHeader.COOKIE
                    || header == HttpHeader.SET_COOKIE;
            text.append(text.length() > 1 ? ", " : "")
                    .append(field.getName())
                    .append(": ")
                    .append(secret ? "..." : field.getValue());
        }
        return text.append(']').toString();
    }

    /** Writes a line; the format is that of {@link String#format}. */
    protected void log(String format, Object... args) {
        String line = String.format(Locale.ROOT, format, args);
        OutputStream stream = out;
        if (stream == null) {
            LOG.info(line);
            return;
        }
        // one write per line: lines of several threads do not mix
        byte[] bytes = (TIME.format(LocalDateTime.now()) + " " + line + System.lineSeparator())
                .getBytes(StandardCharsets.UTF_8);
        try {
            synchronized (this) {
                stream.write(bytes);
                stream.flush();
            }
        } catch (IOException x) {
            LOG.warn("could not write to {}", stream, x);
        }
    }

    /** What a request is called in lines and names of threads. */
    protected String findRequestName(Request request) {
        return request.getConnectionMetaData().getId() + "/" + request.getId() + " " + request.getMethod() + " "
                + request.getHttpURI();
    }

    @Override
    public void onOpened(Connection connection) {
        log("OPENED %s", connection);
    }

    @Override
    public void onClosed(Connection connection) {
        log("CLOSED %s", connection);
    }
}
