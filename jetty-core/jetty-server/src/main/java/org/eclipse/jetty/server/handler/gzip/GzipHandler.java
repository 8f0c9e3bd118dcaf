package org.eclipse.jetty.server.handler.gzip;

import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.coding.GzipEncoder;
import org.eclipse.jetty.http.pathmap.PathSpecSet;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.coding.CodingExchange;
import org.eclipse.jetty.server.internal.coding.CodingPolicy;
import org.eclipse.jetty.util.AsciiLowerCaseSet;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IncludeExclude;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.compression.DeflaterPool;
import org.eclipse.jetty.util.compression.InflaterPool;
import org.jspecify.annotations.Nullable;

/**
 * Compresses what the handlers below write, for clients that accept gzip (RFC 9110, section 12.5.3), and decompresses the
 * content of requests if {@link #setInflateBufferSize} is positive.
 *
 * <p>A response is compressed if method, path and content type are included and not excluded, its length is not known to
 * be less than {@link #getMinGzipSize()}, and it has no coding yet; never one with status 1xx, 204, 205, 206 or 304. Its
 * entity tag gets the suffix {@code --gzip}, which conditional requests lose again before the handlers below see them.
 * Thread-safe once started.
 */
public class GzipHandler extends Handler.Wrapper {
    public static final String GZIP = "gzip";
    public static final int DEFAULT_MIN_GZIP_SIZE = 32;

    /** The most bytes of decompressed content, unless set otherwise. */
    public static final long DEFAULT_MAX_INFLATED_SIZE = 64L * 1024 * 1024;

    /** What the header and trailer of gzip take: shorter content only grows. */
    public static final int BREAK_EVEN_GZIP_SIZE = GzipEncoder.BREAK_EVEN_SIZE;

    private final IncludeExclude<String> methods = new IncludeExclude<>();
    private final IncludeExclude<String> mimeTypes = new IncludeExclude<>(AsciiLowerCaseSet.class);
    private final IncludeExclude<String> paths = new IncludeExclude<>(PathSpecSet.class);
    private final IncludeExclude<String> inflationPaths = new IncludeExclude<>(PathSpecSet.class);
    private final GzipCoding coding = new GzipCoding(this);
    private HttpField vary = CodingPolicy.VARY;
    private int minGzipSize = DEFAULT_MIN_GZIP_SIZE;
    private boolean syncFlush;
    private int inflateBufferSize;
    private long maxInflatedSize = DEFAULT_MAX_INFLATED_SIZE;
    private DeflaterPool deflaterPool;
    private InflaterPool inflaterPool;

    public GzipHandler() {
        this(null);
    }

    public GzipHandler(@Nullable Handler handler) {
        super(handler);
        methods.include(HttpMethod.GET.asString());
        methods.include(HttpMethod.POST.asString());
        CodingExchange.excludeCompressed(mimeTypes);
    }

    @Override
    protected void doStart() throws Exception {
        if (deflaterPool == null) {
            setDeflaterPool(DeflaterPool.ensurePool(Handler.serverOf(this)));
        }
        if (inflaterPool == null) {
            setInflaterPool(InflaterPool.ensurePool(Handler.serverOf(this)));
        }
        super.doStart();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Handler next = getHandler();
        if (next == null) {
            return false;
        }
        String path = Request.getPathInContext(request);
        boolean pathIncluded = path != null && paths.test(path);
        String encoded = inflateBufferSize > 0 ? CodingExchange.lastCoding(request.getHeaders()) : null;
        boolean inflate = path != null && encoded != null && coding.isNamed(encoded) && inflationPaths.test(path);
        return CodingExchange.handle(
                next,
                request,
                response,
                callback,
                inflate ? coding : null,
                maxInflatedSize,
                pathIncluded ? coding : null,
                CodingExchange.isMethodIncluded(methods, request.getMethod()));
    }

    /** Whether content of a type, which may have parameters, is compressed. */
    public boolean isMimeTypeDeflatable(@Nullable String mimeType) {
        return CodingExchange.isMimeTypeIncluded(mimeTypes, mimeType);
    }

    public HttpField getVary() {
        return vary;
    }

    /** The Vary field of responses that are compressed for some clients; null for none. */
    public void setVary(HttpField field) {
        vary = field;
    }

    public int getMinGzipSize() {
        return minGzipSize;
    }

    /** The least bytes that are compressed, where the length is known; at least {@link #BREAK_EVEN_GZIP_SIZE}. */
    public void setMinGzipSize(int size) {
        minGzipSize = Math.max(size, BREAK_EVEN_GZIP_SIZE);
    }

    public boolean isSyncFlush() {
        return syncFlush;
    }

    /** Whether each write is sent so that the client can decode all of it at once; else it may wait for more. */
    public void setSyncFlush(boolean syncFlush) {
        this.syncFlush = syncFlush;
    }

    public int getInflateBufferSize() {
        return inflateBufferSize;
    }

    /** The bytes of a buffer for decompressed content of requests; 0 for no decompression. */
    public void setInflateBufferSize(int size) {
        if (size < 0) {
            throw new IllegalArgumentException("inflateBufferSize " + size + " (expected: >= 0)");
        }
        inflateBufferSize = size;
    }

    public long getMaxInflatedSize() {
        return maxInflatedSize;
    }

    /** The most bytes that the content of a request may have once decompressed, else 413; -1 for no limit. */
    public void setMaxInflatedSize(long size) {
        if (size < -1) {
            throw new IllegalArgumentException("maxInflatedSize " + size + " (expected: >= -1)");
        }
        maxInflatedSize = size;
    }

    public DeflaterPool getDeflaterPool() {
        return deflaterPool;
    }

    /** The deflaters, without the header of zlib; by default those of the server. */
    public void setDeflaterPool(DeflaterPool pool) {
        if (pool != null && !pool.isNoWrap()) {
            throw new IllegalArgumentException("noWrap false (expected: true, for gzip has no header of zlib)");
        }
        checkNotStarted();
        updateBean(deflaterPool, pool);
        deflaterPool = pool;
    }

    public InflaterPool getInflaterPool() {
        return inflaterPool;
    }

    /** The inflaters, without the header of zlib; by default those of the server. */
    public void setInflaterPool(InflaterPool pool) {
        if (pool != null && !pool.isNoWrap()) {
            throw new IllegalArgumentException("noWrap false (expected: true, for gzip has no header of zlib)");
        }
        checkNotStarted();
        updateBean(inflaterPool, pool);
        inflaterPool = pool;
    }

    private void checkNotStarted() {
        if (isStarted()) {
            throw new IllegalStateException(getState());
        }
    }

    public void addIncludedMethods(String... included) {
        methods.include(included);
    }

    public void addExcludedMethods(String... excluded) {
        methods.exclude(excluded);
    }

    public void setIncludedMethods(String... included) {
        replace(methods.getIncluded(), included);
    }

    public void setExcludedMethods(String... excluded) {
        replace(methods.getExcluded(), excluded);
    }

    /** As {@link #setIncludedMethods}, separated by commas. */
    public void setIncludedMethodList(String csv) {
        setIncludedMethods(StringUtil.csvSplit(csv));
    }

    /** As {@link #setExcludedMethods}, separated by commas. */
    public void setExcludedMethodList(String csv) {
        setExcludedMethods(StringUtil.csvSplit(csv));
    }

    public String getIncludedMethodList() {
        return String.join(",", getIncludedMethods());
    }

    public String getExcludedMethodList() {
        return String.join(",", getExcludedMethods());
    }

    public String[] getIncludedMethods() {
        return methods.getIncluded().toArray(new String[0]);
    }

    public String[] getExcludedMethods() {
        return methods.getExcluded().toArray(new String[0]);
    }

    public void addIncludedMimeTypes(String... types) {
        mimeTypes.include(types);
    }

    public void addExcludedMimeTypes(String... types) {
        mimeTypes.exclude(types);
    }

    public void setIncludedMimeTypes(String... types) {
        replace(mimeTypes.getIncluded(), types);
    }

    public void setExcludedMimeTypes(String... types) {
        replace(mimeTypes.getExcluded(), types);
    }

    /** As {@link #setIncludedMimeTypes}, separated by commas. */
    public void setIncludedMimeTypesList(String csv) {
        setIncludedMimeTypes(StringUtil.csvSplit(csv));
    }

    /** As {@link #setExcludedMimeTypes}, separated by commas. */
    public void setExcludedMimeTypesList(String csv) {
        setExcludedMimeTypes(StringUtil.csvSplit(csv));
    }

    public String[] getIncludedMimeTypes() {
        return mimeTypes.getIncluded().toArray(new String[0]);
    }

    public String[] getExcludedMimeTypes() {
        return mimeTypes.getExcluded().toArray(new String[0]);
    }

    /** Adds path specs of responses to compress; a regular expression begins with {@code ^}. */
    public void addIncludedPaths(String... pathSpecs) {
        paths.include(pathSpecs);
    }

    public void addExcludedPaths(String... pathSpecs) {
        paths.exclude(pathSpecs);
    }

    public void setIncludedPaths(String... pathSpecs) {
        replace(paths.getIncluded(), pathSpecs);
    }

    public void setExcludedPaths(String... pathSpecs) {
        replace(paths.getExcluded(), pathSpecs);
    }

    public String[] getIncludedPaths() {
        return paths.getIncluded().toArray(new String[0]);
    }

    public String[] getExcludedPaths() {
        return paths.getExcluded().toArray(new String[0]);
    }

    /** Adds path specs of requests to decompress. */
    public void addIncludedInflationPaths(String... pathSpecs) {
        inflationPaths.include(pathSpecs);
    }

    public void addExcludedInflationPaths(String... pathSpecs) {
        inflationPaths.exclude(pathSpecs);
    }

    public String[] getIncludedInflationPaths() {
        return inflationPaths.getIncluded().toArray(new String[0]);
    }

    public String[] getExcludedInflationPaths() {
        return inflationPaths.getExcluded().toArray(new String[0]);
    }

    private static void replace(Set<String> set, String... items) {
        set.clear();
        for (String item : items) {
            if (!item.isEmpty()) {
                set.add(item);
            }
        }
    }
}
