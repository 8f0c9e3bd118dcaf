package org.eclipse.jetty.server.handler;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the server for who knows a token: {@code POST /shutdown?token=...} from the machine itself.
 *
 * <p>Who comes from elsewhere or does not know the token gets 401, and the server goes on. A port of its own is safer, see
 * {@link org.eclipse.jetty.server.ShutdownService}. Thread-safe.
 */
public class ShutdownHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownHandler.class);
    private static final String DEFAULT_PATH = "/shutdown";
    private static final String TOKEN = "token";

    private final String shutdownPath;
    private final byte[] token;
    private boolean exitJvm;

    public ShutdownHandler(String shutdownToken) {
        this(null, DEFAULT_PATH, shutdownToken, false);
    }

    public ShutdownHandler(String shutdownToken, boolean exitJvm) {
        this(null, DEFAULT_PATH, shutdownToken, exitJvm);
    }

    /**
     * @param handler the handler of other requests
     * @param shutdownPath the path in the context; null for {@code /shutdown}
     * @param shutdownToken what the parameter {@code token} must be
     * @param exitJvm whether the JVM exits when the server has stopped
     */
    public ShutdownHandler(@Nullable Handler handler, String shutdownPath, String shutdownToken, boolean exitJvm) {
        super(handler);
        this.shutdownPath = shutdownPath == null || shutdownPath.isEmpty() ? DEFAULT_PATH : shutdownPath;
        Objects.requireNonNull(shutdownToken, "shutdownToken");
        if (shutdownToken.isEmpty()) {
            throw new IllegalArgumentException("empty shutdown token");
        }
        token = shutdownToken.getBytes(StandardCharsets.UTF_8);
        this.exitJvm = exitJvm;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!shutdownPath.equals(Request.getPathInContext(request))) {
            return super.handle(request, response, callback);
        }
        if (!HttpMethod.POST.is(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
            Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            return true;
        }
        if (!isLocal(request) || !hasToken(request)) {
            LOG.warn("refused to shut down for {}", Request.getRemoteAddr(request));
            Response.writeError(request, response, callback, HttpStatus.UNAUTHORIZED_401);
            return true;
        }
        LOG.info("shutting down for {}", Request.getRemoteAddr(request));
        response.setStatus(HttpStatus.OK_200);
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        // the answer first, for the server waits for the requests in flight
        response.write(true, null, Callback.from(callback, this::shutdown));
        return true;
    }

    /** Whether it comes from this machine, by the address of the connection and not by what a proxy says. */
    private static boolean isLocal(Request request) {
        if (!(Request.unWrap(request)
                        .getConnectionMetaData()
                        .getConnection()
                        .getEndPoint()
                        .getRemoteSocketAddress()
                instanceof InetSocketAddress remote)) {
            // a Unix domain socket, or memory
            return true;
        }
        InetAddress address = remote.getAddress();
        return address != null && address.isLoopbackAddress();
    }

    private boolean hasToken(Request request) {
        Fields parameters = Request.extractQueryParameters(request);
        String given = parameters.getValue(TOKEN);
        return given != null && MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token);
    }

    private void shutdown() {
        Server server = Handler.serverOf(this);
        Thread thread = new Thread(
                () -> {
                    try {
                        server.stop();
                    } catch (Throwable x) {
                        LOG.warn("could not stop {}", server, x);
                    }
                    if (exitJvm) {
                        System.exit(0);
                    }
                },
                "shutdown");
        thread.start();
    }

    public void setExitJvm(boolean exit) {
        exitJvm = exit;
    }

    public boolean isExitJvm() {
        return exitJvm;
    }
}
