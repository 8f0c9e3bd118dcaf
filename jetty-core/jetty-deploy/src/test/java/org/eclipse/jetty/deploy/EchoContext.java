package org.eclipse.jetty.deploy;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;

/**
 * A context that answers with its text; the text "fail" makes its start fail, with "unavailable" it keeps that to itself, and
 * with "broken" its requests fail.
 */
public class EchoContext extends ContextHandler {
    /** Runs before each answer of a context whose text is "old". */
    static volatile Interruptible beforeOld = () -> {};

    interface Interruptible {
        void run() throws InterruptedException;
    }

    /** Runs in the start of each context. */
    static volatile Consumer<String> atStart = path -> {};

    private String text = "echo";
    private Throwable unavailable;

    public EchoContext() {
        setAllowNullPathInContext(true);
        setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws InterruptedException {
                if (text.equals("old")) {
                    beforeOld.run();
                }
                if (text.equals("broken")) {
                    throw new IllegalStateException("wanted failure of a request");
                }
                if (!EchoContext.this.isStarted()) {
                    throw new IllegalStateException("stopped under a request");
                }
                response.setStatus(200);
                String body = text + " " + EchoContext.this.getAttribute("color");
                response.write(true, java.nio.ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
                return true;
            }
        });
    }

    public String getText() {
        return text;
    }

    public void setText(String text) {
        this.text = text;
    }

    @Override
    protected void doStart() throws Exception {
        atStart.accept(getContextPath());
        if (text.equals("fail")) {
            throw new IllegalStateException("wanted failure of " + getContextPath());
        }
        super.doStart();
        if (text.equals("unavailable")) {
            unavailable = new IllegalStateException("wanted unavailability of " + getContextPath());
            setAvailable(false);
        }
    }

    @Override
    public Throwable getUnavailableException() {
        return unavailable;
    }
}
