package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A core response that goes through a servlet response, so that applications' wrappers see the content. Confined to its connection. */
final class StreamResponse extends Response.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(StreamResponse.class);

    private final HttpServletResponse servletResponse;
    private final HttpFields.Mutable headers = HttpFields.build();
    private boolean headersCopied;
    private final boolean part;
    private boolean lastWritten;
    private @Nullable CharsetDecoder decoder;
    private @Nullable ByteBuffer begun;

    /** @param part whether there is, or may be, other content in the response */
    StreamResponse(Request request, HttpServletResponse servletResponse, boolean part) {
        super(request, ServletContextResponse.getServletContextResponse(servletResponse));
        this.servletResponse = servletResponse;
        this.part = part;
    }

    @Override
    public int getStatus() {
        return servletResponse.getStatus();
    }

    @Override
    public void setStatus(int code) {
        servletResponse.setStatus(code);
    }

    @Override
    public HttpFields.Mutable getHeaders() {
        return headers;
    }

    @Override
    public boolean isCommitted() {
        return servletResponse.isCommitted();
    }

    @Override
    public boolean hasLastWrite() {
        return lastWritten;
    }

    @Override
    public void reset() {
        headers.clear();
        servletResponse.reset();
    }

    void copyHeaders() {
        if (headersCopied) {
            return;
        }
        headersCopied = true;
        for (HttpField field : headers) {
            HttpHeader header = field.getHeader();
            if (header == HttpHeader.CONTENT_TYPE) {
                if (servletResponse.getContentType() == null) {
                    servletResponse.setContentType(field.getValue());
                }
            } else if (header == HttpHeader.CONTENT_LENGTH) {
                if (!part && isPassedThrough()) {
                    servletResponse.setContentLengthLong(field.getLongValue());
                }
            } else if (header == HttpHeader.VARY) {
                servletResponse.addHeader(field.getName(), field.getValue());
            } else if (header == HttpHeader.CACHE_CONTROL) {
                if (!servletResponse.containsHeader(field.getName())) {
                    servletResponse.setHeader(field.getName(), field.getValue());
                }
            } else if (!part || header != HttpHeader.ACCEPT_RANGES && header != HttpHeader.ETAG) {
                servletResponse.setHeader(field.getName(), field.getValue());
            }
        }
    }

    /** Whether the content goes out as it is: a wrapper with a stream of its own may make it longer or shorter. */
    private boolean isPassedThrough() {
        try {
            return servletResponse.getOutputStream() instanceof HttpOutput;
        } catch (IOException | IllegalStateException x) {
            LOG.debug("No stream of {}", servletResponse, x);
            return false;
        }
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
        try {
            copyHeaders();
            lastWritten |= last;
            if (content != null && content.hasRemaining() || decoder != null) {
                copy(content == null ? BufferUtil.EMPTY_BUFFER : content, last);
            }
            callback.succeeded();
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    private void copy(ByteBuffer content, boolean last) throws IOException {
        if (decoder != null) {
            write(decoder, content, last);
            return;
        }
        ServletOutputStream out;
        try {
            out = servletResponse.getOutputStream();
        } catch (IllegalStateException x) {
            // the including servlet has taken the writer
            String encoding = servletResponse.getCharacterEncoding();
            Charset charset = encoding == null ? StandardCharsets.ISO_8859_1 : Charset.forName(encoding);
            decoder = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
            write(decoder, content, last);
            return;
        }
        if (content.hasArray()) {
            out.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
            content.position(content.limit());
        } else {
            BufferUtil.writeTo(content, out);
        }
    }

    /** Writes text; a character may begin in one buffer and end in the next. */
    private void write(CharsetDecoder text, ByteBuffer content, boolean last) throws IOException {
        Writer writer = servletResponse.getWriter();
        ByteBuffer bytes = content;
        if (begun != null) {
            bytes = ByteBuffer.allocate(begun.remaining() + bytes.remaining())
                    .put(begun)
                    .put(bytes)
                    .flip();
        }
        CharBuffer chars =
                CharBuffer.allocate((int) Math.ceil(bytes.remaining() * (double) text.maxCharsPerByte()) + 2);
        text.decode(bytes, chars, last);
        if (last) {
            text.flush(chars);
        }
        begun = bytes.hasRemaining()
                ? ByteBuffer.allocate(bytes.remaining()).put(bytes).flip()
                : null;
        content.position(content.limit());
        writer.write(chars.array(), 0, chars.position());
    }
}
