package org.eclipse.jetty.client;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.QuotedCSV;
import org.jspecify.annotations.Nullable;

/** Keeps the content of a response, up to a limit beyond which the request fails. Used for one response. */
public abstract class AbstractResponseListener implements Response.Listener {
    static final int DEFAULT_MAX_LENGTH = 2 * 1024 * 1024;

    private final int maxLength;
    private @Nullable String mediaType;
    private @Nullable String encoding;

    AbstractResponseListener(int maxLength) {
        if (maxLength < 0) {
            throw new IllegalArgumentException("maxLength: " + maxLength + " (expected: 0 or more)");
        }
        this.maxLength = maxLength;
    }

    /** Returns the most bytes of content. */
    public long getMaxLength() {
        return maxLength;
    }

    /** Returns the charset that Content-Type names. */
    public @Nullable String getEncoding() {
        return encoding;
    }

    /** Returns the media type without parameters. */
    public @Nullable String getMediaType() {
        return mediaType;
    }

    @Override
    public void onHeaders(Response response) {
        // redirections and credentials may bring several responses
        clear();
        mediaType = null;
        encoding = null;
        long length = response.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
        if (!HttpMethod.HEAD.is(response.getRequest().getMethod()) && length > maxLength) {
            response.abort(tooLarge());
            return;
        }
        String type = response.getHeaders().get(HttpHeader.CONTENT_TYPE);
        if (type != null) {
            contentType(type);
        }
    }

    private void contentType(String type) {
        int semicolon = type.indexOf(';');
        mediaType = (semicolon < 0 ? type : type.substring(0, semicolon)).trim();
        int charset = type.toLowerCase(Locale.ENGLISH).indexOf("charset=");
        if (charset >= 0) {
            String value = type.substring(charset + "charset=".length());
            int end = value.indexOf(';');
            encoding = QuotedCSV.unquote((end < 0 ? value : value.substring(0, end)).trim());
        }
    }

    private IllegalArgumentException tooLarge() {
        return new IllegalArgumentException("Buffering capacity " + maxLength + " exceeded");
    }

    /** Drops the content. */
    abstract void clear();

    /** Checks that so many bytes may be kept. */
    final void checkLength(long length) {
        if (length > maxLength) {
            throw tooLarge();
        }
    }

    /** Returns the content. */
    public abstract byte[] getContent();

    /** Returns the content in its charset, or else in UTF-8. */
    public String getContentAsString() {
        return getContentAsString(encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding));
    }

    public String getContentAsString(String charset) {
        return getContentAsString(Charset.forName(charset));
    }

    public String getContentAsString(Charset charset) {
        return new String(getContent(), charset);
    }

    public InputStream getContentAsInputStream() {
        return new ByteArrayInputStream(getContent());
    }
}
