package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.ByteRange;
import org.eclipse.jetty.http.CompressedContentFormat;
import org.eclipse.jetty.http.EtagUtils;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartByteRanges;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.http.coding.AcceptEncoding;
import org.eclipse.jetty.http.content.HttpContent;
import org.eclipse.jetty.http.content.PreCompressedHttpContent;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers GET and HEAD with static content.
 *
 * <pre>
 * content of the path -&gt; directory: redirect to the path with a slash, welcome file, or listing
 *                     -&gt; precompressed variant by Accept-Encoding
 *                     -&gt; preconditions (RFC 9110, section 13.2.2): 304, 412
 *                     -&gt; ranges (section 14): 206, 416
 * </pre>
 *
 * <p>Settings change before it is used; then thread-safe.
 */
public class ResourceService {
    private static final Logger LOG = LoggerFactory.getLogger(ResourceService.class);
    /** More ranges than that, once merged, are ignored: each costs a part (RFC 9110, section 14.2). */
    private static final int MAX_RANGES = 200;
    /** More ranges than that are ignored where their parts are longer than the content. */
    private static final int FEW_RANGES = 16;

    private static final HttpField ACCEPT_RANGES = new PreEncodedHttpField(HttpHeader.ACCEPT_RANGES, "bytes");
    private static final HttpField VARY = new PreEncodedHttpField(HttpHeader.VARY, "Accept-Encoding");

    private final List<CompressedContentFormat> precompressedFormats = new ArrayList<>();
    private HttpContent.@Nullable Factory contentFactory;
    private @Nullable WelcomeFactory welcomeFactory;
    private @Nullable AliasCheck aliasCheck;
    private WelcomeMode welcomeMode = WelcomeMode.SERVE;
    private List<String> gzipEquivalentFileExtensions = List.of();
    private @Nullable HttpField cacheControl;
    private boolean etags;
    private boolean dirAllowed;
    private boolean acceptRanges = true;

    /** What is done with a welcome file. */
    public enum WelcomeMode {
        /** The client is redirected to it. */
        REDIRECT,
        /** It is served in place of the directory. */
        SERVE,
        /** The request is handled again by the server, for its path. */
        REHANDLE
    }

    /** Finds welcome files. */
    public interface WelcomeFactory {
        /** The encoded path in the context of the welcome file of a directory; null if there is none. */
        @Nullable
        String getWelcomeTarget(HttpContent content, Request request) throws IOException;
    }

    /** The content for a request; null if there is none or its name is an alias that is not allowed. */
    public @Nullable HttpContent getContent(@Nullable String path, Request request) throws IOException {
        String name = path == null ? "" : path;
        HttpContent content = factory().getContent(name);
        if (content == null) {
            return null;
        }
        Resource resource = content.getResource();
        if (!isServed(name, resource, request)) {
            return null;
        }
        if (precompressedFormats.isEmpty() || resource == null || content.isDirectory()) {
            return content;
        }
        Set<CompressedContentFormat> formats = content.getPreCompressedContentFormats();
        return formats.isEmpty() ? content : variant(request, content, name, formats);
    }

    private HttpContent.Factory factory() {
        HttpContent.Factory current = contentFactory;
        if (current == null) {
            throw new IllegalStateException("no content factory");
        }
        return current;
    }

    /** Whether a resource has the name that is asked for, or another one that is allowed. */
    private boolean isServed(String path, @Nullable Resource resource, Request request) {
        if (resource == null || !resource.isAlias()) {
            return true;
        }
        AliasCheck context = ContextHandler.getContextHandler(request);
        AliasCheck check = context == null ? aliasCheck : context;
        return check == null || check.checkAlias(path, resource);
    }

    /** The variant that the client prefers, among the plain content and the precompressed ones. */
    private HttpContent variant(Request request, HttpContent content, String path, Set<CompressedContentFormat> formats)
            throws IOException {
        CompressedContentFormat best =
                AcceptEncoding.choose(request.getHeaders(), precompressedFormats, formats::contains);
        if (best == null) {
            return new Varying(content);
        }
        String compressedPath = path + best.getExtension();
        HttpContent compressed = factory().getContent(compressedPath);
        return new Varying(
                compressed == null || !isServed(compressedPath, compressed.getResource(), request)
                        ? content
                        : new PreCompressedHttpContent(content, compressed, best));
    }

    /** Answers with a content. */
    public void doGet(Request request, Response response, Callback callback, HttpContent content) {
        String pathInContext = Request.getPathInContext(request);
        assert pathInContext != null : "content was found by it";
        boolean endsWithSlash = pathInContext.endsWith("/");
        try {
            if (content.isDirectory()) {
                sendWelcome(content, pathInContext, endsWithSlash, request, response, callback);
                return;
            }
            if (endsWithSlash && pathInContext.length() > 1) {
                // a file is not a directory
                String query = request.getHttpURI().getQuery();
                String file = pathInContext.substring(0, pathInContext.length() - 1);
                String location = URIUtil.addPaths(Request.getContextPath(request), file);
                sendRedirect(request, response, callback, query == null ? location : location + "?" + query);
                return;
            }
            if (passConditionalHeaders(request, response, content, callback)) {
                return;
            }
            if (content instanceof Varying) {
                response.getHeaders().add(VARY);
            }
            HttpField contentEncoding = content.getContentEncoding();
            if (contentEncoding != null) {
                response.getHeaders().put(contentEncoding);
            } else if (isImplicitlyGzipped(pathInContext)) {
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
            }
            sendData(request, response, callback, content);
        } catch (Throwable x) {
            LOG.debug("could not serve {}", pathInContext, x);
            if (response.isCommitted()) {
                callback.failed(x);
            } else {
                writeHttpError(request, response, callback, x);
            }
        }
    }

    private boolean isImplicitlyGzipped(String path) {
        for (String suffix : gzipEquivalentFileExtensions) {
            if (path.endsWith(suffix)) {
                return true;
            }
        }
        return false;
    }

    // ---- errors, for subclasses that answer in another way

    protected void writeHttpError(Request request, Response response, Callback callback, int status) {
        writeHttpError(request, response, callback, status, null, null);
    }

    protected void writeHttpError(Request request, Response response, Callback callback, Throwable cause) {
        int status = HttpStatus.INTERNAL_SERVER_ERROR_500;
        String reason = null;
        if (cause instanceof HttpException http) {
            status = http.getCode();
            reason = http.getReason();
        }
        writeHttpError(request, response, callback, status, reason, cause);
    }

    protected void writeHttpError(
            Request request,
            Response response,
            Callback callback,
            int status,
            @Nullable String reason,
            @Nullable Throwable cause) {
        Response.writeError(request, response, callback, status, reason, cause);
    }

    protected void sendRedirect(Request request, Response response, Callback callback, String target) {
        Response.sendRedirect(request, response, callback, HttpStatus.FOUND_302, target, false);
    }

    // ---- preconditions

    /** Answers where a precondition decides; returns whether it did (RFC 9110, section 13.2.2). */
    protected boolean passConditionalHeaders(Request request, Response response, HttpContent content, Callback callback)
            throws IOException {
        HttpFields headers = request.getHeaders();
        String etag = etags ? content.getETagValue() : null;
        boolean ifMatch = headers.contains(HttpHeader.IF_MATCH);
        if (ifMatch) {
            if (!isMatch(headers.getCSV(HttpHeader.IF_MATCH, true), etag, true)) {
                writeHttpError(request, response, callback, HttpStatus.PRECONDITION_FAILED_412);
                return true;
            }
        } else {
            Instant unmodifiedSince = date(headers.get(HttpHeader.IF_UNMODIFIED_SINCE));
            Instant modified = unmodifiedSince == null ? null : lastModified(content);
            if (unmodifiedSince != null && modified != null && modified.isAfter(unmodifiedSince)) {
                writeHttpError(request, response, callback, HttpStatus.PRECONDITION_FAILED_412);
                return true;
            }
        }
        if (headers.contains(HttpHeader.IF_NONE_MATCH)) {
            if (isMatch(headers.getCSV(HttpHeader.IF_NONE_MATCH, true), etag, false)) {
                notModified(response, content, callback);
                return true;
            }
            return false;
        }
        String modifiedSince = headers.get(HttpHeader.IF_MODIFIED_SINCE);
        Instant modified = modifiedSince == null ? null : lastModified(content);
        if (modifiedSince != null && modified != null) {
            // what we sent comes back as it was: no need to parse it
            HttpField lastModified = content.getLastModified();
            Instant since = lastModified != null && modifiedSince.equals(lastModified.getValue())
                    ? modified
                    : date(modifiedSince);
            if (since != null && !modified.isAfter(since)) {
                notModified(response, content, callback);
                return true;
            }
        }
        return false;
    }

    private static boolean isMatch(List<String> tags, @Nullable String etag, boolean strong) {
        for (String tag : tags) {
            if ("*".equals(tag)) {
                return true;
            }
            if (etag != null
                    && (strong
                            ? EtagUtils.isStrong(etag) && etag.equals(tag)
                            : EtagUtils.matches(etag, tag) || weak(etag).equals(weak(tag)))) {
                return true;
            }
        }
        return false;
    }

    private static String weak(String etag) {
        return etag.startsWith("W/") ? etag.substring(2) : etag;
    }

    /** Null if it is not known: conditions about it are ignored (RFC 9110, section 13.1.3). */
    private static @Nullable Instant lastModified(HttpContent content) {
        Instant instant = content.getLastModifiedInstant();
        return instant == null || instant.equals(Instant.EPOCH) ? null : instant.truncatedTo(ChronoUnit.SECONDS);
    }

    /** The instant of a field; null if it is missing or no date, which is ignored (RFC 9110, section 13.1.3). */
    private static @Nullable Instant date(@Nullable String value) {
        if (value == null) {
            return null;
        }
        try {
            return HttpDateTime.parse(value).toInstant();
        } catch (IllegalArgumentException x) {
            LOG.debug("no date: {}", value, x);
            return null;
        }
    }

    private void notModified(Response response, HttpContent content, Callback callback) {
        response.setStatus(HttpStatus.NOT_MODIFIED_304);
        putNotModifiedHeaders(response, content);
        response.write(true, null, callback);
    }

    // ---- directories

    /** Answers for a directory. */
    protected void sendWelcome(
            HttpContent content,
            String pathInContext,
            boolean endsWithSlash,
            Request request,
            Response response,
            Callback callback)
            throws Exception {
        if (!endsWithSlash) {
            HttpURI uri = request.getHttpURI();
            String path = uri.getCanonicalPath() + "/";
            String query = uri.getQuery();
            sendRedirect(request, response, callback, query == null ? path : path + "?" + query);
            return;
        }
        String welcome = welcomeFactory == null ? null : welcomeFactory.getWelcomeTarget(content, request);
        if (welcome != null) {
            switch (welcomeMode) {
                case REDIRECT -> redirectWelcome(request, response, callback, welcome);
                case SERVE -> serveWelcome(request, response, callback, welcome);
                case REHANDLE -> rehandleWelcome(request, response, callback, welcome);
                default -> throw new IllegalStateException("welcome mode " + welcomeMode);
            }
            return;
        }
        if (passConditionalHeaders(request, response, content, callback)) {
            return;
        }
        sendDirectory(request, response, content, callback, pathInContext);
    }

    protected void redirectWelcome(Request request, Response response, Callback callback, String welcomeTarget)
            throws Exception {
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, "0");
        String query = request.getHttpURI().getQuery();
        String location = URIUtil.addPaths(Request.getContextPath(request), welcomeTarget);
        sendRedirect(request, response, callback, query == null ? location : location + "?" + query);
    }

    protected void serveWelcome(Request request, Response response, Callback callback, String welcomeTarget)
            throws Exception {
        HttpContent content = getContent(welcomeTarget, request);
        if (content == null) {
            writeHttpError(request, response, callback, HttpStatus.NOT_FOUND_404);
            return;
        }
        doGet(Request.serveAs(request, Request.newHttpURIFrom(request, welcomeTarget)), response, callback, content);
    }

    protected void rehandleWelcome(Request request, Response response, Callback callback, String welcomeTarget)
            throws Exception {
        Server server = request.getConnectionMetaData().getConnector().getServer();
        Request original = Request.unWrap(request);
        Request again = Request.serveAs(original, Request.newHttpURIFrom(request, welcomeTarget));
        if (!server.handle(again, response, callback)) {
            writeHttpError(request, response, callback, HttpStatus.NOT_FOUND_404);
        }
    }

    private void sendDirectory(
            Request request, Response response, HttpContent content, Callback callback, String pathInContext) {
        if (!dirAllowed) {
            writeHttpError(request, response, callback, HttpStatus.FORBIDDEN_403);
            return;
        }
        String base = URIUtil.addEncodedPaths(request.getHttpURI().getPath(), "/");
        String listing = ResourceListing.getAsXHTML(
                content.getResource(),
                base,
                pathInContext.length() > 1,
                request.getHttpURI().getQuery(),
                child -> isListed(pathInContext, child, request));
        if (listing == null) {
            writeHttpError(request, response, callback, HttpStatus.FORBIDDEN_403);
            return;
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
        response.write(true, ByteBuffer.wrap(listing.getBytes(StandardCharsets.UTF_8)), callback);
    }

    /** Whether a request for a file of a directory would be answered by it. */
    private boolean isListed(String directory, Resource child, Request request) {
        String path = URIUtil.addPaths(directory, URIUtil.encodePath(child.getFileName()));
        ContextHandler context = ContextHandler.getContextHandler(request);
        return (context == null || !context.isProtectedTarget(URIUtil.decodePath(path)))
                && isServed(path, child, request);
    }

    // ---- content

    private void sendData(Request request, Response response, Callback callback, HttpContent content) {
        long length = content.getContentLengthValue();
        List<String> requested = request.getHeaders().getValuesList(HttpHeader.RANGE.asString());
        // ranges are defined for GET only (RFC 9110, section 14.2)
        if (!acceptRanges
                || requested.isEmpty()
                || length < 0
                || !HttpMethod.GET.is(request.getMethod())
                || !requested.get(0).trim().regionMatches(true, 0, "bytes=", 0, 6)
                || !isRangeApplicable(request, content)) {
            sendWhole(request, response, callback, content);
            return;
        }
        List<ByteRange> ranges = ByteRange.parse(requested, length);
        if (ranges.isEmpty()) {
            response.getHeaders().put(HttpHeader.CONTENT_RANGE, ByteRange.toNonSatisfiableHeaderValue(length));
            // the error page must not lose it
            Response rangeError = new Response.Wrapper(request, response) {
                @Override
                public void reset() {
                    super.reset();
                    getHeaders().put(HttpHeader.CONTENT_RANGE, ByteRange.toNonSatisfiableHeaderValue(length));
                }
            };
            writeHttpError(request, rangeError, callback, HttpStatus.RANGE_NOT_SATISFIABLE_416);
        } else if (ranges.size() == 1) {
            ByteRange range = ranges.get(0);
            putHeaders(response, content, range.getLength());
            response.setStatus(HttpStatus.PARTIAL_CONTENT_206);
            response.getHeaders().put(HttpHeader.CONTENT_RANGE, range.toHeaderValue(length));
            content.writeTo(response, range.first(), range.getLength(), callback);
        } else {
            sendRanges(request, response, callback, content, ranges);
        }
    }

    private void sendWhole(Request request, Response response, Callback callback, HttpContent content) {
        putHeaders(response, content, content.getContentLengthValue());
        if (HttpMethod.HEAD.is(request.getMethod())) {
            response.write(true, null, callback);
        } else {
            content.writeTo(response, 0, -1, callback);
        }
    }

    private void sendRanges(
            Request request, Response response, Callback callback, HttpContent content, List<ByteRange> ranges) {
        Resource resource = source(content);
        if (resource == null || ranges.size() > MAX_RANGES) {
            sendWhole(request, response, callback, content);
            return;
        }
        String contentType = content.getContentTypeValue();
        String boundary = MultiPart.generateBoundary(null, 24);
        MultiPartByteRanges.ContentSource multiPart = new MultiPartByteRanges.ContentSource(boundary);
        ByteBufferPool.Sized pool =
                new ByteBufferPool.Sized(request.getComponents().getByteBufferPool(), true, -1);
        for (ByteRange range : ranges) {
            multiPart.addPart(
                    new MultiPartByteRanges.Part(contentType, resource, range, content.getContentLengthValue(), pool));
        }
        multiPart.close();
        if (ranges.size() > FEW_RANGES && multiPart.getLength() > content.getContentLengthValue()) {
            sendWhole(request, response, callback, content);
            return;
        }
        putHeaders(response, content, -1);
        response.setStatus(HttpStatus.PARTIAL_CONTENT_206);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "multipart/byteranges; boundary=" + boundary);
        long partsLength = multiPart.getLength();
        if (partsLength >= 0) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, partsLength);
        } else {
            response.getHeaders().remove(HttpHeader.CONTENT_LENGTH);
        }
        Content.copy(multiPart, response, callback);
    }

    /** What the bytes are read from: of a precompressed variant that is another one than the resource it describes. */
    private static @Nullable Resource source(HttpContent content) {
        HttpContent inner = content;
        while (inner instanceof HttpContent.Wrapper wrapper && !(inner instanceof PreCompressedHttpContent)) {
            inner = wrapper.getWrapped();
        }
        return inner instanceof PreCompressedHttpContent variant
                ? variant.getWrapped().getResource()
                : content.getResource();
    }

    /** Whether If-Range lets ranges apply: the validator is strong and that of the content (RFC 9110, section 13.1.5). */
    private boolean isRangeApplicable(Request request, HttpContent content) {
        String ifRange = request.getHeaders().get(HttpHeader.IF_RANGE);
        if (ifRange == null) {
            return true;
        }
        if (ifRange.startsWith("\"") || ifRange.startsWith("W/")) {
            String etag = etags ? content.getETagValue() : null;
            return etag != null && EtagUtils.isStrong(etag) && etag.equals(ifRange);
        }
        Instant date = date(ifRange);
        return date != null && date.equals(lastModified(content));
    }

    /** @param contentLength the length of what is sent; -1 if it is not known */
    protected void putHeaders(Response response, HttpContent content, long contentLength) {
        HttpFields.Mutable headers = response.getHeaders();
        HttpField lastModified = content.getLastModified();
        if (lastModified != null) {
            headers.put(lastModified);
        }
        HttpField contentType = content.getContentType();
        if (contentType != null) {
            headers.put(contentType);
        }
        if (contentLength >= 0) {
            HttpField length = content.getContentLength();
            if (length != null && contentLength == content.getContentLengthValue()) {
                headers.put(length);
            } else {
                headers.put(HttpHeader.CONTENT_LENGTH, contentLength);
            }
        }
        putHeaders(response);
        if (etags && content.getETag() != null) {
            headers.put(content.getETag());
        }
    }

    /** The fields of a 304 (RFC 9110, section 15.4.5). */
    protected void putNotModifiedHeaders(Response response, HttpContent content) {
        HttpFields.Mutable headers = response.getHeaders();
        HttpField lastModified = content.getLastModified();
        if (lastModified != null) {
            headers.put(lastModified);
        }
        if (content instanceof Varying) {
            headers.add(VARY);
        }
        putHeaders(response);
        if (etags && content.getETag() != null) {
            headers.put(content.getETag());
        }
    }

    protected void putHeaders(Response response) {
        HttpFields.Mutable headers = response.getHeaders();
        if (acceptRanges && !headers.contains(HttpHeader.ACCEPT_RANGES)) {
            headers.add(ACCEPT_RANGES);
        }
        if (cacheControl != null && !headers.contains(HttpHeader.CACHE_CONTROL)) {
            headers.add(cacheControl);
        }
    }

    // ---- settings

    /** Sets what decides about aliases for requests outside of all contexts; null, the default, allows all of them. */
    public void setAliasCheck(@Nullable AliasCheck check) {
        aliasCheck = check;
    }

    public HttpContent.@Nullable Factory getHttpContentFactory() {
        return contentFactory;
    }

    public void setHttpContentFactory(HttpContent.Factory factory) {
        contentFactory = factory;
    }

    /** The value of the Cache-Control field; null for none. */
    public @Nullable String getCacheControl() {
        return cacheControl == null ? null : cacheControl.getValue();
    }

    public void setCacheControl(@Nullable String value) {
        cacheControl = value == null ? null : new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, value);
    }

    /** The ends of names of files that are compressed by gzip, and said to be. */
    public List<String> getGzipEquivalentFileExtensions() {
        return gzipEquivalentFileExtensions;
    }

    public void setGzipEquivalentFileExtensions(List<String> extensions) {
        gzipEquivalentFileExtensions = List.copyOf(extensions);
    }

    public boolean isAcceptRanges() {
        return acceptRanges;
    }

    public void setAcceptRanges(boolean accept) {
        acceptRanges = accept;
    }

    /** Whether directories without a welcome file are listed. */
    public boolean isDirAllowed() {
        return dirAllowed;
    }

    public void setDirAllowed(boolean allowed) {
        dirAllowed = allowed;
    }

    public boolean isEtags() {
        return etags;
    }

    public void setEtags(boolean useEtags) {
        etags = useEtags;
    }

    public List<CompressedContentFormat> getPrecompressedFormats() {
        return List.copyOf(precompressedFormats);
    }

    /** Sets the formats of precompressed variants, the preferred ones first. */
    public void setPrecompressedFormats(List<CompressedContentFormat> formats) {
        precompressedFormats.clear();
        precompressedFormats.addAll(formats);
    }

    public WelcomeMode getWelcomeMode() {
        return welcomeMode;
    }

    public void setWelcomeMode(WelcomeMode mode) {
        welcomeMode = mode;
    }

    public @Nullable WelcomeFactory getWelcomeFactory() {
        return welcomeFactory;
    }

    public void setWelcomeFactory(@Nullable WelcomeFactory factory) {
        welcomeFactory = factory;
    }

    @Override
    public String toString() {
        return String.format("%s@%x(%s)", getClass().getSimpleName(), hashCode(), contentFactory);
    }

    /** A content that was chosen by Accept-Encoding. */
    private static final class Varying extends HttpContent.Wrapper {
        private Varying(HttpContent content) {
            super(content);
        }
    }
}
