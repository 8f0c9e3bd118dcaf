package org.eclipse.jetty.server;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.internal.ServerContext;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.TypeUtil;
import org.eclipse.jetty.util.Uptime;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.component.AttributeContainerMap;
import org.eclipse.jetty.util.component.DumpableAttributes;
import org.eclipse.jetty.util.component.Graceful;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.component.ManagedName;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.ShutdownThread;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server: connectors, the tree of handlers, and what they share.
 *
 * <pre>
 * Server server = new Server(8080);
 * server.setHandler(new MyHandler());
 * server.start();
 * server.join();
 * </pre>
 */
@ManagedObject("The server")
public class Server extends Handler.Wrapper implements Attributes.Delegating, ManagedName {
    private static final String METHODS = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    private final AttributeContainerMap attributes = new AttributeContainerMap();
    private final List<Connector> connectors = new CopyOnWriteArrayList<>();
    private final MimeTypes.Mutable mimeTypes = new MimeTypes.Mutable();
    private final ThreadPool threadPool;
    private final Scheduler scheduler;
    private final ByteBufferPool bufferPool;
    private final ServerContext serverContext = new ServerContext(this);
    private final LateContentLimit lateContentLimit;
    private final ZonedDateTime created = ZonedDateTime.now(ZoneOffset.UTC);
    private volatile @Nullable DateField dateField;
    private @Nullable Handler defaultHandler;
    private Request.Handler errorHandler;
    private @Nullable RequestLog requestLog;
    private @Nullable File tempDirectory;
    private boolean tempDirectoryKept;
    private @Nullable String name;
    private String serverInfo = "jetty/" + getVersion();
    private long stopTimeout;
    private boolean stopAtShutdown;
    private boolean openEarly = true;
    private boolean dryRun;
    private boolean dumpAfterStart;
    private boolean dumpBeforeStop;
    private InvocationType invocationType = InvocationType.NON_BLOCKING;

    public Server() {
        this((ThreadPool) null);
    }

    /** A server with an HTTP connector on a port; 0 for any free one. */
    public Server(@Name("port") int port) {
        this((ThreadPool) null);
        ServerConnector connector = new ServerConnector(this);
        connector.setPort(port);
        addConnector(connector);
        installBean(attributes);
    }

    /** A server with an HTTP connector on an address. */
    public Server(@Name("address") InetSocketAddress address) {
        this((ThreadPool) null);
        ServerConnector connector = new ServerConnector(this);
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        addConnector(connector);
    }

    public Server(@Name("threadPool") @Nullable ThreadPool pool) {
        this(pool, null, null);
    }

    /** A server with parts of its own, each null for a default one. */
    public Server(
            @Name("threadPool") @Nullable ThreadPool threadPool,
            @Name("scheduler") @Nullable Scheduler scheduler,
            @Name("bufferPool") @Nullable ByteBufferPool bufferPool) {
        this.threadPool = threadPool != null ? threadPool : new QueuedThreadPool();
        installBean(this.threadPool);
        this.scheduler = scheduler != null ? scheduler : new ScheduledExecutorScheduler();
        installBean(this.scheduler);
        this.bufferPool = bufferPool != null ? bufferPool : new ArrayByteBufferPool();
        installBean(this.bufferPool);
        installBean(attributes, false);
        lateContentLimit = new LateContentLimit(this.threadPool, this);
        installBean(lateContentLimit);
        setServer(this);
        setErrorHandler(new DynamicErrorHandler());
    }

    // ---- handling

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        // of the usual methods, few have more letters than these
        if (request.getMethod().length() > 4 && answerByItself(request, response, callback)) {
            return true;
        }
        if (super.handle(request, response, callback)) {
            return true;
        }
        Handler last = defaultHandler;
        return last != null && last.handle(request, response, callback);
    }

    /** Answers what is about the server itself (RFC 9110, section 9.3.7), and refuses TRACE, which would tell secrets to scripts. */
    private static boolean answerByItself(Request request, Response response, Callback callback) {
        String method = request.getMethod();
        if (HttpMethod.OPTIONS.is(method) && "*".equals(request.getHttpURI().getPath())) {
            response.getHeaders().put(HttpHeader.ALLOW, METHODS);
            response.write(true, null, callback);
            return true;
        }
        if (HttpMethod.TRACE.is(method)
                && !request.getConnectionMetaData().getHttpConfiguration().isTraceAllowed()) {
            response.getHeaders().put(HttpHeader.ALLOW, METHODS);
            Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            return true;
        }
        return false;
    }

    /** The handler of requests that no other handler took. */
    public @Nullable Handler getDefaultHandler() {
        return defaultHandler;
    }

    public void setDefaultHandler(@Nullable Handler handler) {
        if (!isDynamic() && isStarted()) {
            throw new IllegalStateException("the default handler cannot change while the server is started");
        }
        if (handler != null) {
            handler.setServer(this);
        }
        updateBean(defaultHandler, handler);
        defaultHandler = handler;
    }

    @Override
    public List<Handler> getHandlers() {
        Handler handler = getHandler();
        Handler last = defaultHandler;
        if (handler == null) {
            return last == null ? List.of() : List.of(last);
        }
        return last == null || last == handler ? List.of(handler) : List.of(handler, last);
    }

    @Override
    public InvocationType getInvocationType() {
        if (isDynamic()) {
            return InvocationType.BLOCKING;
        }
        // computed once started: it is asked for with every request
        return isStarted() ? invocationType : combinedInvocationType();
    }

    private InvocationType combinedInvocationType() {
        InvocationType type = super.getInvocationType();
        Handler last = defaultHandler;
        return last == null ? type : Invocable.combine(type, last.getInvocationType());
    }

    @Override
    public Server getServer() {
        return this;
    }

    public Request.Handler getErrorHandler() {
        return errorHandler;
    }

    /** Sets what generates error pages outside of contexts, and inside of those without an own one. */
    public void setErrorHandler(Request.Handler handler) {
        if (handler instanceof ErrorHandler own) {
            own.setServer(this);
        }
        updateBean(errorHandler, handler);
        errorHandler = handler;
    }

    @ManagedAttribute("The request log")
    public @Nullable RequestLog getRequestLog() {
        return requestLog;
    }

    public void setRequestLog(@Nullable RequestLog log) {
        updateBean(requestLog, log);
        requestLog = log;
    }

    /** The context of requests outside of all contexts. */
    public Context getContext() {
        return serverContext;
    }

    @ManagedAttribute("The mime types")
    public MimeTypes.Mutable getMimeTypes() {
        return mimeTypes;
    }

    // ---- settings

    public @Nullable String getName() {
        return name;
    }

    public void setName(String newName) {
        name = newName;
    }

    public String getServerInfo() {
        return serverInfo;
    }

    public void setServerInfo(String info) {
        serverInfo = info;
    }

    @ManagedAttribute("The version of this server")
    public static String getVersion() {
        return Jetty.VERSION;
    }

    public void setTempDirectory(@Nullable String directory) {
        setTempDirectory(directory == null ? null : new File(directory));
    }

    /**
     * Sets where contexts have their temporary files; null for {@code work} in the directory that the system property
     * {@code jetty.base} names, if it is there when this starts, else for the system's temporary directory.
     */
    public void setTempDirectory(@Nullable File directory) {
        if (isStarted()) {
            throw new IllegalStateException("the temporary directory cannot change while the server is started");
        }
        if (directory != null && directory.exists() && !directory.isDirectory()) {
            throw new IllegalArgumentException("the temporary directory is a file: " + directory);
        }
        tempDirectory = directory;
        tempDirectoryKept = false;
    }

    /** Whether a context finds in the temporary directory what it left there when it was stopped: so in {@code work} of the base. */
    public boolean isTempDirectoryKept() {
        return tempDirectoryKept;
    }

    @ManagedAttribute("Where contexts have their temporary files")
    public @Nullable File getTempDirectory() {
        return tempDirectory;
    }

    /** Whether the ports are bound before the handlers start, so that a port in use fails early. */
    public boolean isOpenEarly() {
        return openEarly;
    }

    public void setOpenEarly(boolean early) {
        openEarly = early;
    }

    /** Whether starting ends before anything is bound or started. */
    public boolean isDryRun() {
        return dryRun;
    }

    public void setDryRun(boolean dry) {
        dryRun = dry;
    }

    /** Sets the milliseconds that stopping waits for requests to end; 0 for no wait. */
    public void setStopTimeout(long milliseconds) {
        stopTimeout = milliseconds;
    }

    @ManagedAttribute("The milliseconds that stopping waits for requests to end")
    public long getStopTimeout() {
        return stopTimeout;
    }

    @ManagedAttribute("Whether it is stopped when the JVM shuts down")
    public boolean getStopAtShutdown() {
        return stopAtShutdown;
    }

    /** Sets whether it is stopped when the JVM shuts down (by SIGTERM, for instance). */
    public void setStopAtShutdown(boolean stop) {
        if (stop) {
            if (!stopAtShutdown && isStarted()) {
                ShutdownThread.register(this);
            }
        } else {
            ShutdownThread.deregister(this);
        }
        stopAtShutdown = stop;
    }

    @ManagedAttribute("Whether it writes its components to standard error once started")
    public boolean isDumpAfterStart() {
        return dumpAfterStart;
    }

    public void setDumpAfterStart(boolean dump) {
        dumpAfterStart = dump;
    }

    @ManagedAttribute("Whether it writes its components to standard error before it stops")
    public boolean isDumpBeforeStop() {
        return dumpBeforeStop;
    }

    public void setDumpBeforeStop(boolean dump) {
        dumpBeforeStop = dump;
    }

    // ---- parts

    @ManagedAttribute(value = "The connectors", readonly = true)
    public Connector[] getConnectors() {
        return connectors.toArray(new Connector[0]);
    }

    public void addConnector(Connector connector) {
        if (connector.getServer() != this) {
            throw new IllegalArgumentException("the connector belongs to " + connector.getServer());
        }
        connectors.add(connector);
        addBean(connector);
    }

    public void removeConnector(Connector connector) {
        if (connectors.remove(connector)) {
            removeBean(connector);
        }
    }

    public void setConnectors(Connector[] newConnectors) {
        List<Connector> list = newConnectors == null ? List.of() : List.of(newConnectors);
        for (Connector connector : list) {
            if (connector.getServer() != this) {
                throw new IllegalArgumentException("the connector belongs to " + connector.getServer());
            }
        }
        for (Connector connector : new ArrayList<>(connectors)) {
            if (!list.contains(connector)) {
                removeConnector(connector);
            }
        }
        connectors.clear();
        for (Connector connector : list) {
            connectors.add(connector);
            addBean(connector);
        }
    }

    /** Adds a bean, such as a listener of connections, to each connector. */
    public void addBeanToAllConnectors(Object bean) {
        for (Connector connector : connectors) {
            connector.addBean(bean);
        }
    }

    @ManagedAttribute("The thread pool")
    public ThreadPool getThreadPool() {
        return threadPool;
    }

    /** What limits the threads that handle requests whose content has not come. */
    public LateContentLimit getLateContentLimit() {
        return lateContentLimit;
    }

    @ManagedAttribute("The scheduler")
    public Scheduler getScheduler() {
        return scheduler;
    }

    @ManagedAttribute("The buffer pool")
    public ByteBufferPool getByteBufferPool() {
        return bufferPool;
    }

    /** The Date field of now, encoded once per second. */
    public HttpField getDateField() {
        long second = System.currentTimeMillis() / 1000;
        DateField current = dateField;
        if (current == null || current.second() != second) {
            current = new DateField(
                    second, new PreEncodedHttpField(HttpHeader.DATE, DateGenerator.formatDate(second * 1000)));
            dateField = current;
        }
        return current.field();
    }

    private record DateField(long second, HttpField field) {}

    @ManagedAttribute("When it was created")
    public ZonedDateTime getStartupDateTime() {
        return created;
    }

    @ManagedAttribute("The milliseconds since it was created")
    public long getUptimeMillis() {
        return System.currentTimeMillis() - created.toInstant().toEpochMilli();
    }

    // ---- life cycle

    @Override
    protected void doStart() throws Exception {
        String java = System.getProperty("java.runtime.version", System.getProperty("java.version"));
        LOG.info("jetty-{}; jvm {}", getVersion(), java);
        if (errorHandler == null) {
            setErrorHandler(new DynamicErrorHandler());
        }
        if (tempDirectory == null) {
            tempDirectory = WorkDirectory.ofBase();
            tempDirectoryKept = tempDirectory != null;
        }
        if (stopAtShutdown) {
            ShutdownThread.register(this);
        }
        if (dryRun) {
            LOG.info("{} is not started: dry run", this);
            throw new StopException();
        }
        Throwable failure = null;
        if (openEarly) {
            List<NetworkConnector> opened = new ArrayList<>();
            for (Connector connector : connectors) {
                if (connector instanceof NetworkConnector network) {
                    try {
                        network.open();
                        opened.add(network);
                    } catch (Throwable x) {
                        failure = ExceptionUtil.combine(failure, x);
                    }
                }
            }
            if (failure != null) {
                opened.forEach(NetworkConnector::close);
                ShutdownThread.deregister(this);
                ExceptionUtil.ifExceptionThrow(failure);
            }
        }
        try {
            // connectors start last, when the handlers can serve
            super.doStart();
            invocationType = combinedInvocationType();
            for (Connector connector : connectors) {
                try {
                    connector.start();
                } catch (Throwable x) {
                    failure = ExceptionUtil.combine(failure, x);
                }
            }
            ExceptionUtil.ifExceptionThrow(failure);
        } catch (Throwable x) {
            closeConnectors(x);
            ShutdownThread.deregister(this);
            throw x;
        }
        if (dumpAfterStart) {
            dumpStdErr();
        }
        LOG.info("Started {} @{}ms", this, Uptime.getUptime());
    }

    private void closeConnectors(Throwable cause) {
        for (Connector connector : connectors) {
            try {
                if (connector.isRunning()) {
                    connector.stop();
                } else if (connector instanceof NetworkConnector network) {
                    network.close();
                }
            } catch (Throwable x) {
                ExceptionUtil.addSuppressedIfNotAssociated(cause, x);
            }
        }
    }

    @Override
    protected void start(LifeCycle bean) throws Exception {
        if (!(bean instanceof Connector)) {
            super.start(bean);
        }
    }

    @Override
    protected void doStop() throws Exception {
        if (dumpBeforeStop) {
            dumpStdErr();
        }
        Throwable failure = null;
        if (stopTimeout > 0) {
            failure = shutdownGracefully();
        }
        for (Connector connector : connectors) {
            try {
                connector.stop();
            } catch (Throwable x) {
                failure = ExceptionUtil.combine(failure, x);
            }
        }
        try {
            super.doStop();
        } catch (Throwable x) {
            failure = ExceptionUtil.combine(failure, x);
        }
        ShutdownThread.deregister(this);
        LOG.info("Stopped {}", this);
        if (failure != null && !(failure instanceof TimeoutException)) {
            ExceptionUtil.ifExceptionThrow(failure);
        }
    }

    /** Refuses new requests and waits for those in flight; returns what went wrong. */
    private @Nullable Throwable shutdownGracefully() {
        LOG.info("Stopping {}: requests in flight may end within {} ms", this, stopTimeout);
        Future<Void> done = Graceful.shutdown(this);
        try {
            done.get(stopTimeout, TimeUnit.MILLISECONDS);
            return null;
        } catch (TimeoutException x) {
            LOG.warn("requests did not end within the stop timeout of {} ms", stopTimeout);
            getThreadPool().interruptAtStop();
            return x;
        } catch (ExecutionException x) {
            return x.getCause();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            done.cancel(true);
        }
    }

    /** Waits until the server has stopped. */
    public void join() throws InterruptedException {
        getThreadPool().join();
    }

    @Override
    public void destroy() {
        super.destroy();
    }

    // ---- attributes

    @Override
    public Attributes getDelegate() {
        return attributes;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    /** The URI of the first network connector and the first context; null if there is no network connector. */
    public @Nullable URI getURI() {
        for (Connector connector : connectors) {
            if (connector instanceof NetworkConnector network) {
                ContextHandler context = getDescendant(ContextHandler.class);
                try {
                    ConnectionFactory factory = connector.getDefaultConnectionFactory();
                    String protocol = factory == null ? "" : factory.getProtocol();
                    String scheme = protocol.startsWith("SSL-") || "SSL".equals(protocol) ? "https" : "http";
                    String given = network.getHost();
                    String host = given == null ? InetAddress.getLocalHost().getHostAddress() : given;
                    String path = context == null ? null : context.getContextPath();
                    return new URI(scheme, null, host, network.getLocalPort(), path == null ? "/" : path, null, null);
                } catch (URISyntaxException | IOException x) {
                    LOG.warn("no URI of {}", connector, x);
                    return null;
                }
            }
        }
        return null;
    }

    /** The icon that is served where a client asks for one and the application has none; null if it is missing. */
    public @Nullable Resource getDefaultFavicon() {
        return resource("favicon.ico");
    }

    /** The style sheet of generated pages; null if it is missing. */
    public @Nullable Resource getDefaultStyleSheet() {
        return resource("jetty-dir.css");
    }

    private @Nullable Resource resource(String resourceName) {
        java.net.URL url = Server.class.getResource(resourceName);
        return url == null ? null : ResourceFactory.of(this).newResource(url);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        dumpObjects(out, indent, new DumpableAttributes("attributes", attributes));
    }

    @Override
    public String getManagedContext() {
        return TypeUtil.toShortName(getClass()) + "@" + Integer.toHexString(hashCode());
    }

    @Override
    public String toString() {
        // every start logs this, and would pay for the first use of a formatter
        return (name == null ? getClass().getSimpleName() : name) + "@" + Integer.toHexString(hashCode()) + "{"
                + getState() + "}[" + getVersion() + ",sto=" + stopTimeout + "]";
    }

    /** The error handler that the server has unless it is given another one. */
    private static class DynamicErrorHandler extends ErrorHandler {}
}
