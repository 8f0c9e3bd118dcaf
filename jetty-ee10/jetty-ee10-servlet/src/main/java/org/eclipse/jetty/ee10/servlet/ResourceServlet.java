package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.content.CachingHttpContentFactory;
import org.eclipse.jetty.http.content.FileMappingHttpContentFactory;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.http.content.PreCompressedHttpContentFactory;
import org.eclipse.jetty.http.content.ResourceHttpContentFactory;
import org.eclipse.jetty.http.content.ValidatingCachingHttpContentFactory;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.ResourceService;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Remembered;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves static resources below the path that it is mapped to: conditional requests, ranges, precompressed variants, a
 * cache, welcome files, directory listings when allowed. Init parameters: {@code baseResource} (the context's),
 * {@code dirAllowed} (false), {@code acceptRanges} (true), {@code etags} (false), {@code precompressed} (none; "true" or
 * "br=.br,gzip=.gz"), {@code redirectWelcome} (false), {@code welcomeServlets} ("exact", for exact mappings; true for all, or false),
 * {@code cacheControl}, {@code maxCacheSize}, {@code maxCachedFileSize}, {@code maxCachedFiles},
 * {@code cacheValidationTime}, {@code useFileMappedBuffer} (false), {@code byteBufferSize}. Thread-safe. With a cache, the welcome file of a
 * directory is remembered for the validation time, too.
 */
public class ResourceServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ResourceServlet.class);
    private static final String ALLOW =
            ServletVersion.POST_GETS_STATIC_CONTENT ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";

    /** Those of a context for which none were set; an empty array, once set, means none. */
    private static final String[] DEFAULT_WELCOME_FILES = {"index.html", "index.jsp"};

    private final transient ServletResourceService resourceService = new ServletResourceService();
    private transient ServletContextHandler contextHandler;
    private transient @Nullable ContainerLifeCycle resources;
    private transient Remembered<String> welcomes = new Remembered<>(0, 0);
    private boolean welcomeServlets;
    private boolean exactWelcomeServlets;
    private boolean pathInfoOnly;

    public ResourceServlet() {}

    public ResourceService getResourceService() {
        return resourceService;
    }

    /** Whether the path info alone names the resource, not the servlet path before it. */
    protected boolean isPathInfoOnly() {
        String value = getInitParameter("pathInfoOnly");
        return value == null || Boolean.parseBoolean(value);
    }

    @Override
    public void init() throws ServletException {
        contextHandler = initContextHandler(getServletContext());
        pathInfoOnly = isPathInfoOnly();
        Resource base = contextHandler.getBaseResource();
        String baseParameter = parameter("baseResource", getInitParameter("resourceBase"));
        if (baseParameter != null) {
            resources = new ContainerLifeCycle();
            ResourceFactory factory = ResourceFactory.of(contextHandler);
            base = Resources.real(factory.newResource(baseParameter), factory);
        }
        if (base != null && !base.isDirectory() || baseParameter != null && base == null) {
            throw new UnavailableException("baseResource is not a directory: " + (base == null ? baseParameter : base));
        }
        configure(base);
    }

    protected ServletContextHandler initContextHandler(ServletContext servletContext) {
        return ServletContextHandler.getServletContextHandler(
                servletContext, getClass().getSimpleName());
    }

    private String parameter(String name, String otherwise) {
        String value = getInitParameter(name);
        return value == null ? otherwise : value;
    }

    private boolean flag(String name, boolean otherwise) {
        String value = getInitParameter(name);
        return value == null || value.isEmpty() ? otherwise : Boolean.parseBoolean(value);
    }

    private int number(String name, int otherwise) throws ServletException {
        String value = getInitParameter(name);
        if (value == null || value.isBlank()) {
            return otherwise;
        }
        try {
            return Integer.parseInt(value.trim());
        } catch (NumberFormatException x) {
            throw new UnavailableException("init parameter " + name + " of servlet " + getServletName() + ": " + value
                    + " (expected: a number)");
        }
    }

    private void configure(@Nullable Resource base) throws ServletException {
        // welcome files are found here, where servlets are known
        resourceService.setWelcomeFactory((content, request) -> null);
        resourceService.setDirAllowed(flag("dirAllowed", false));
        resourceService.setAcceptRanges(flag("acceptRanges", true));
        resourceService.setEtags(flag("etags", false));
        resourceService.setWelcomeMode(
                flag("redirectWelcome", false)
                        ? ResourceService.WelcomeMode.REDIRECT
                        : ResourceService.WelcomeMode.SERVE);
        // Servlet section 10.10 asks for them
        String servlets = parameter("welcomeServlets", "exact");
        exactWelcomeServlets = "exact".equalsIgnoreCase(servlets);
        welcomeServlets = exactWelcomeServlets || Boolean.parseBoolean(servlets);
        List<CompressedContentFormat> formats = precompressed(parameter("precompressed", getInitParameter("gzip")));
        resourceService.setPrecompressedFormats(formats);
        String cacheControl = getInitParameter("cacheControl");
        if (cacheControl != null) {
            resourceService.setCacheControl(cacheControl);
        }
        String others = getInitParameter("otherGzipFileExtensions");
        resourceService.setGzipEquivalentFileExtensions(
                others == null ? List.of(".svgz") : List.of(StringUtil.csvSplit(others)));
        if (base != null) {
            resourceService.setHttpContentFactory(contentFactory(base, formats));
        }
    }

    private HttpContent.Factory contentFactory(Resource base, List<CompressedContentFormat> formats)
            throws ServletException {
        Server server = Objects.requireNonNull(contextHandler.getServer(), "a context that starts has a server");
        ByteBufferPool pool = server.getByteBufferPool();
        ByteBufferPool.Sized sized = new ByteBufferPool.Sized(pool, true, number("byteBufferSize", 32768));
        HttpContent.Factory factory = new ResourceHttpContentFactory(base, contextHandler.getMimeTypes(), sized);
        if (flag("useFileMappedBuffer", false)) {
            factory = new FileMappingHttpContentFactory(factory);
        }
        if (!formats.isEmpty()) {
            factory = new PreCompressedHttpContentFactory(factory, formats);
        }
        int maxCacheSize = number("maxCacheSize", -2);
        int maxCachedFileSize = number("maxCachedFileSize", -2);
        int maxCachedFiles = number("maxCachedFiles", -2);
        if (maxCacheSize != -2 || maxCachedFileSize != -2 || maxCachedFiles != -2) {
            int validationTime = number("cacheValidationTime", 1000);
            ValidatingCachingHttpContentFactory cache =
                    new ValidatingCachingHttpContentFactory(factory, validationTime, sized);
            if (maxCacheSize >= 0) {
                cache.setMaxCacheSize(maxCacheSize);
            }
            if (maxCachedFileSize >= 0) {
                cache.setMaxCachedFileSize(maxCachedFileSize);
            }
            if (maxCachedFiles >= 0) {
                cache.setMaxCachedFiles(maxCachedFiles);
            }
            if (maxCacheSize != 0) {
                welcomes = new Remembered<>(validationTime, cache.getMaxCachedFiles());
            }
            factory = cache;
        }
        return factory;
    }

    private static List<CompressedContentFormat> precompressed(@Nullable String value) {
        List<CompressedContentFormat> formats = new ArrayList<>();
        if (value == null || value.isEmpty() || "false".equalsIgnoreCase(value)) {
            return formats;
        }
        if (value.indexOf('=') < 0) {
            if (Boolean.parseBoolean(value)) {
                formats.add(CompressedContentFormat.BR);
                formats.add(CompressedContentFormat.GZIP);
            }
            return formats;
        }
        for (String pair : StringUtil.csvSplit(value)) {
            int equals = pair.indexOf('=');
            formats.add(new CompressedContentFormat(
                    pair.substring(0, equals).trim(), pair.substring(equals + 1).trim()));
        }
        return formats;
    }

    @Override
    public void destroy() {
        if (resourceService.getHttpContentFactory() instanceof CachingHttpContentFactory cache) {
            cache.flushCache();
        }
        if (resources == null) {
            return;
        }
        try {
            resources.stop();
        } catch (Exception x) {
            LOG.warn("Could not release the resources of {}", getServletName(), x);
        }
    }

    /** Returns the encoded path of the resource: of the request, or of the target when it is included. */
    protected String getEncodedPathInContext(HttpServletRequest request, boolean included) {
        String servletPath = request.getServletPath();
        String pathInfo = request.getPathInfo();
        if (included && isIncludedByPath(request)) {
            servletPath = (String) request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH);
            pathInfo = (String) request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO);
        }
        if (pathInfoOnly) {
            String path = pathInfo == null ? (servletPath == null ? "/" : "/") : pathInfo;
            // an exact or extension mapping has no path info: the path itself names the resource
            if (pathInfo == null && isWholePath(request)) {
                path = servletPath;
            }
            return URIUtil.encodePath(path);
        }
        return URIUtil.encodePath(URIUtil.addPaths(servletPath, pathInfo));
    }

    private static boolean isWholePath(HttpServletRequest request) {
        var mapping = request.getHttpServletMapping();
        return mapping != null
                && mapping.getMappingMatch() != null
                && switch (mapping.getMappingMatch()) {
                    case DEFAULT, EXACT, EXTENSION -> true;
                    default -> false;
                };
    }

    private static boolean isIncluded(HttpServletRequest request) {
        return request.getDispatcherType() == DispatcherType.INCLUDE;
    }

    /** Whether an included resource is that of a path of its own; by the name of the servlet it is that of the request. */
    private static boolean isIncludedByPath(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) != null;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        boolean included = isIncluded(request);
        String path = getEncodedPathInContext(request, included);
        boolean part = included || isBegun(response);
        boolean whole = part || request.getDispatcherType() == DispatcherType.ERROR;
        ResourceRequest coreRequest = new ResourceRequest(request, response, part, whole);
        String known = isRemembered(path, included) ? welcomes.get(path) : null;
        if (known != null && goTo(known, request, response, false)) {
            return;
        }
        HttpContent content = find(path, coreRequest);
        if (content == null || !content.exists()) {
            doNotFound(request, response, path);
            return;
        }
        if (content.isDirectory()) {
            if (handleDirectory(content, path, request, response, included)) {
                return;
            }
        } else if (path.endsWith("/")) {
            // a file is not a directory
            doNotFound(request, response, path);
            return;
        }
        serve(coreRequest, content, request, response, part);
    }

    /** Whether a filter has written to the response, or may be about to: the file is not all of its content then. */
    private static boolean isBegun(HttpServletResponse response) {
        ServletContextResponse base = ServletContextResponse.getServletContextResponse(response);
        return base.getHttpOutput().isWritten()
                || base.isCommitted()
                || response instanceof ServletApiResponse && base.isWritingOrStreaming();
    }

    private @Nullable HttpContent find(@Nullable String path, ResourceRequest request) throws IOException {
        if (path == null || resourceService.getHttpContentFactory() == null) {
            return null;
        }
        try {
            return resourceService.getContent(path, request);
        } catch (IllegalArgumentException x) {
            LOG.debug("No content for {}", path, x);
            return null;
        }
    }

    private void serve(
            ResourceRequest coreRequest,
            HttpContent content,
            HttpServletRequest request,
            HttpServletResponse response,
            boolean part)
            throws IOException {
        boolean direct = !part && response instanceof ServletApiResponse;
        Response coreResponse = direct
                ? ((ServletApiResponse) response).getResponse()
                : new StreamResponse(coreRequest, response, part);
        if (direct
                && request.isAsyncSupported()
                && !request.isAsyncStarted()
                && content.getContentLengthValue() > response.getBufferSize()) {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            ServletContextResponse.getServletContextResponse(response).giveAway();
            resourceService.doGet(coreRequest, coreResponse, new AsyncEnd(async, coreRequest), content);
            return;
        }
        try (Blocker.Callback callback = Blocker.callback()) {
            resourceService.doGet(coreRequest, coreResponse, callback, content);
            callback.block();
        }
    }

    /** Answers for a directory: adds its slash, or a welcome file; false when it is to be listed. */
    private boolean handleDirectory(
            HttpContent content,
            String path,
            HttpServletRequest request,
            HttpServletResponse response,
            boolean included)
            throws ServletException, IOException {
        if (!path.endsWith("/")) {
            if (included) {
                doNotFound(request, response, path);
                return true;
            }
            String query = request.getQueryString();
            String location = request.getRequestURI() + "/";
            response.sendRedirect(response.encodeRedirectURL(query == null ? location : location + "?" + query));
            return true;
        }
        String welcome = welcome(content, path, request, included);
        if (isRemembered(path, included)) {
            welcomes.put(path, welcome);
        }
        if (welcome != null && goTo(welcome, request, response, included)) {
            return true;
        }
        if (resourceService.isDirAllowed()) {
            return false;
        }
        if (included) {
            doNotFound(request, response, path);
        } else {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
        }
        return true;
    }

    /** Whether the welcome file is the same for all requests for a path. */
    private boolean isRemembered(@Nullable String path, boolean included) {
        return !included && !pathInfoOnly && path != null && path.endsWith("/");
    }

    /** Answers by a welcome file; false when nothing can. */
    private boolean goTo(String welcome, HttpServletRequest request, HttpServletResponse response, boolean included)
            throws ServletException, IOException {
        if (resourceService.getWelcomeMode() == ResourceService.WelcomeMode.REDIRECT && !included) {
            String query = request.getQueryString();
            String location = URIUtil.addPaths(contextHandler.getRequestContextPath(), welcome);
            response.sendRedirect(response.encodeRedirectURL(query == null ? location : location + "?" + query));
            return true;
        }
        RequestDispatcher dispatcher = getServletContext().getRequestDispatcher(welcome);
        if (dispatcher == null) {
            return false;
        }
        if (included) {
            dispatcher.include(request, response);
        } else {
            dispatcher.forward(request, response);
        }
        return true;
    }

    /** Returns the encoded path in the context of the first welcome file or servlet, or null. */
    private @Nullable String welcome(HttpContent directory, String path, HttpServletRequest request, boolean included)
            throws IOException {
        String[] names = contextHandler.getWelcomeFiles();
        if (names == null) {
            names = DEFAULT_WELCOME_FILES;
        }
        String servletPath = included && isIncludedByPath(request)
                ? (String) request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH)
                : request.getServletPath();
        String prefix = pathInfoOnly && servletPath != null && !isWholePath(request)
                ? URIUtil.encodePath(servletPath) + path
                : path;
        String servletWelcome = null;
        for (String name : names) {
            String encoded = URIUtil.encodePath(name);
            Resource base = directory.getResource();
            Resource file = base == null ? null : base.resolve(encoded);
            // descriptors name them with a leading slash, too (against Servlet section 10.10)
            String target = URIUtil.addPaths(prefix, encoded);
            if (file != null && file.exists() && !file.isDirectory()) {
                return target;
            }
            if (welcomeServlets && servletWelcome == null && isWelcomeServlet(URIUtil.decodePath(target))) {
                servletWelcome = target;
            }
        }
        return servletWelcome;
    }

    private boolean isWelcomeServlet(String path) {
        var matched = contextHandler.getServletHandler().getMatchedServlet(path);
        if (matched == null) {
            return false;
        }
        ServletHolder holder = matched.getResource().getServletHolder();
        if (holder.getServletInstance() == this || getServletName().equals(holder.getName())) {
            return false;
        }
        PathSpec pattern = matched.getResource().getPathSpec();
        return !exactWelcomeServlets || pattern != null && path.equals(pattern.getDeclaration());
    }

    @Override
    protected void doHead(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        doGet(request, response);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        DispatcherType type = request.getDispatcherType();
        if (type == DispatcherType.ERROR || type == DispatcherType.INCLUDE) {
            // an error page, or a part of one, is the same whatever the method of the request was
            doGet(request, response);
            return;
        }
        String method = request.getMethod();
        switch (method) {
            case "GET", "HEAD", "OPTIONS" -> super.service(request, response);
            case "POST" -> doPost(request, response);
            default -> {
                // RFC 9110, sections 15.5.6 and 15.6.2
                if (HttpMethod.fromString(method) != null) {
                    refuse(response);
                } else {
                    response.sendError(HttpServletResponse.SC_NOT_IMPLEMENTED);
                }
            }
        }
    }

    /** Answers as for GET where this version of the Servlet API lets the default servlet do so, else by 405. */
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (ServletVersion.POST_GETS_STATIC_CONTENT) {
            doGet(request, response);
        } else {
            refuse(response);
        }
    }

    private static void refuse(HttpServletResponse response) throws IOException {
        response.setHeader("Allow", ALLOW);
        response.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
    }

    @Override
    protected void doOptions(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        response.setHeader("Allow", ALLOW);
    }

    /** Answers for a resource that is not there; to an including servlet by an exception (Servlet section 9.3). */
    protected void doNotFound(HttpServletRequest request, HttpServletResponse response, String encodedPathInContext)
            throws IOException {
        if (isIncluded(request)) {
            throw new FileNotFoundException(encodedPathInContext);
        }
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }

    /** The core's service, whose errors are sent the servlet's way, and whose text has the encoding that the application has set. */
    private static final class ServletResourceService extends ResourceService {
        @Override
        protected void putHeaders(Response response, HttpContent content, long contentLength) {
            super.putHeaders(response, content, contentLength);
            ServletContextResponse servletResponse = Response.as(response, ServletContextResponse.class);
            // one that goes through wrappers sets the content type by them
            if (servletResponse != null && Response.as(response, StreamResponse.class) == null) {
                servletResponse.nameEncoding(response.getHeaders());
            }
        }

        @Override
        protected void writeHttpError(
                org.eclipse.jetty.server.Request request,
                Response response,
                Callback callback,
                int status,
                @Nullable String reason,
                @Nullable Throwable cause) {
            ResourceRequest resourceRequest = org.eclipse.jetty.server.Request.as(request, ResourceRequest.class);
            if (resourceRequest == null) {
                super.writeHttpError(request, response, callback, status, reason, cause);
                return;
            }
            try {
                if (cause != null) {
                    LOG.debug("Error {} for {}", status, request.getHttpURI(), cause);
                }
                resourceRequest.sendError(status, response);
                callback.succeeded();
            } catch (Throwable x) {
                callback.failed(x);
            }
        }

        @Override
        protected void writeHttpError(
                org.eclipse.jetty.server.Request request, Response response, Callback callback, int status) {
            writeHttpError(request, response, callback, status, null, null);
        }

        @Override
        protected void writeHttpError(
                org.eclipse.jetty.server.Request request, Response response, Callback callback, Throwable cause) {
            writeHttpError(request, response, callback, ServletChannelState.statusOf(cause), null, cause);
        }
    }

    private record AsyncEnd(AsyncContext async, ResourceRequest request) implements Callback {
        @Override
        public void succeeded() {
            complete();
        }

        @Override
        public void failed(Throwable x) {
            request.failed(x);
            complete();
        }

        private void complete() {
            try {
                async.complete();
            } catch (IllegalStateException x) {
                LOG.debug("The request ended before its file was sent", x);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
