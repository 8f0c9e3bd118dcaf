package org.eclipse.jetty.server.handler;

import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.content.CachingHttpContentFactory;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.http.content.PreCompressedHttpContentFactory;
import org.eclipse.jetty.http.content.ResourceHttpContentFactory;
import org.eclipse.jetty.http.content.ValidatingCachingHttpContentFactory;
import org.eclipse.jetty.http.content.VirtualHttpContentFactory;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.ContainedSymlinkAliasChecker;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.ResourceService;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of a directory; requests for what is not there go to the handler below.
 *
 * <p>Settings change before it is started; then thread-safe.
 */
public class ResourceHandler extends Handler.Wrapper {
    private static final long VALIDATION_MILLIS = 1000;

    private final ResourceService resourceService = newResourceService();
    private ByteBufferPool.Sized byteBufferPool;
    private @Nullable Resource baseResource;
    private @Nullable Resource servedBase;
    private @Nullable Resource styleSheet;
    private @Nullable MimeTypes ownTypes;
    private MimeTypes mimeTypes;
    private List<String> welcomes = List.of("index.html");
    private boolean ownBase;

    public ResourceHandler() {
        this(null);
    }

    public ResourceHandler(@Nullable Handler handler) {
        super(handler);
    }

    protected ResourceService newResourceService() {
        return new HandlerResourceService();
    }

    public ResourceService getResourceService() {
        return resourceService;
    }

    @Override
    protected void doStart() throws Exception {
        Context context = ContextHandler.getCurrentContext(getServer());
        if (baseResource == null && context != null) {
            baseResource = context.getBaseResource();
            ownBase = true;
        }
        if (baseResource == null) {
            throw new IllegalStateException("no base resource for " + this);
        }
        resourceService.setAliasCheck(new ContainedSymlinkAliasChecker(baseResource));
        // the checks of a context are about its own base: that of this handler must be no alias
        servedBase = ContextHandler.getCurrentContextHandler() == null
                ? baseResource
                : Resources.real(baseResource, ResourceFactory.of(this));
        mimeTypes = ownTypes != null ? ownTypes : context == null ? MimeTypes.DEFAULTS : context.getMimeTypes();
        if (byteBufferPool == null) {
            Server server = getServer();
            byteBufferPool = new ByteBufferPool.Sized(server == null ? null : server.getByteBufferPool(), true, 32768);
        }
        resourceService.setHttpContentFactory(newHttpContentFactory());
        resourceService.setWelcomeFactory(this::welcomeTarget);
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        if (resourceService.getHttpContentFactory() instanceof CachingHttpContentFactory cache) {
            cache.flushCache();
        }
        if (ownBase) {
            baseResource = null;
            ownBase = false;
        }
    }

    private @Nullable String welcomeTarget(HttpContent content, Request request) {
        String path = Request.getPathInContext(request);
        Resource directory = content.getResource();
        if (path == null || directory == null) {
            return null;
        }
        for (String welcome : welcomes) {
            String target = URIUtil.addPaths(path, welcome);
            Resource resource = directory.resolve(welcome);
            if (resource != null && resource.exists() && !resource.isDirectory()) {
                return target;
            }
        }
        return null;
    }

    /** What finds the content of a path; content is kept in memory and looked at again after a second. */
    protected HttpContent.Factory newHttpContentFactory() {
        HttpContent.Factory factory = new ResourceHttpContentFactory(
                Objects.requireNonNull(servedBase, "not started"), mimeTypes, byteBufferPool);
        if (styleSheet != null) {
            factory = new VirtualHttpContentFactory(factory, styleSheet, "text/css", byteBufferPool);
        }
        factory = new PreCompressedHttpContentFactory(factory, resourceService.getPrecompressedFormats());
        return new ValidatingCachingHttpContentFactory(factory, VALIDATION_MILLIS, byteBufferPool);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!HttpMethod.GET.is(request.getMethod()) && !HttpMethod.HEAD.is(request.getMethod())) {
            return super.handle(request, response, callback);
        }
        HttpContent content = resourceService.getContent(Request.getPathInContext(request), request);
        if (content == null) {
            return super.handle(request, response, callback);
        }
        resourceService.doGet(request, response, callback, content);
        return true;
    }

    public @Nullable Resource getBaseResource() {
        return baseResource;
    }

    public void setBaseResource(@Nullable Resource base) {
        if (isStarted()) {
            throw new IllegalStateException("the base resource cannot change while the handler is started");
        }
        baseResource = base;
    }

    public void setBaseResourceAsString(String base) {
        setBaseResource(base == null ? null : ResourceFactory.of(this).newResource(base));
    }

    public void setByteBufferPool(ByteBufferPool.Sized pool) {
        byteBufferPool = pool;
    }

    public ByteBufferPool.Sized getByteBufferPool() {
        return byteBufferPool;
    }

    public MimeTypes getMimeTypes() {
        return mimeTypes;
    }

    /** Sets the types of files by their extensions, in place of those of the context in which it is started. */
    public void setMimeTypes(MimeTypes types) {
        ownTypes = types;
        mimeTypes = types;
    }

    /** The style sheet of listings; null for none. */
    public @Nullable Resource getStyleSheet() {
        return styleSheet;
    }

    public void setStyleSheet(Resource sheet) {
        styleSheet = sheet;
    }

    public @Nullable String getCacheControl() {
        return resourceService.getCacheControl();
    }

    public void setCacheControl(@Nullable String value) {
        resourceService.setCacheControl(value);
    }

    public List<String> getGzipEquivalentFileExtensions() {
        return resourceService.getGzipEquivalentFileExtensions();
    }

    public void setGzipEquivalentFileExtensions(List<String> extensions) {
        resourceService.setGzipEquivalentFileExtensions(extensions);
    }

    public List<CompressedContentFormat> getPrecompressedFormats() {
        return resourceService.getPrecompressedFormats();
    }

    public void setPrecompressedFormats(CompressedContentFormat... formats) {
        setPrecompressedFormats(List.of(formats));
    }

    public void setPrecompressedFormats(List<CompressedContentFormat> formats) {
        resourceService.setPrecompressedFormats(formats);
    }

    public boolean isAcceptRanges() {
        return resourceService.isAcceptRanges();
    }

    public void setAcceptRanges(boolean accept) {
        resourceService.setAcceptRanges(accept);
    }

    public boolean isDirAllowed() {
        return resourceService.isDirAllowed();
    }

    public void setDirAllowed(boolean allowed) {
        resourceService.setDirAllowed(allowed);
    }

    public boolean isEtags() {
        return resourceService.isEtags();
    }

    public void setEtags(boolean etags) {
        resourceService.setEtags(etags);
    }

    public ResourceService.WelcomeMode getWelcomeMode() {
        return resourceService.getWelcomeMode();
    }

    public void setWelcomeMode(ResourceService.WelcomeMode mode) {
        resourceService.setWelcomeMode(mode);
    }

    public List<String> getWelcomeFiles() {
        return welcomes;
    }

    public void setWelcomeFiles(String... files) {
        setWelcomeFiles(List.of(files));
    }

    public void setWelcomeFiles(List<String> files) {
        welcomes = List.copyOf(files);
    }

    /** A service that offers what it does not find to the handler below. */
    protected class HandlerResourceService extends ResourceService {
        @Override
        protected void rehandleWelcome(Request request, Response response, Callback callback, String welcomeTarget)
                throws Exception {
            Request again = Request.serveAs(request, Request.newHttpURIFrom(request, welcomeTarget));
            if (!ResourceHandler.super.handle(again, response, callback)) {
                super.rehandleWelcome(request, response, callback, welcomeTarget);
            }
        }
    }
}
