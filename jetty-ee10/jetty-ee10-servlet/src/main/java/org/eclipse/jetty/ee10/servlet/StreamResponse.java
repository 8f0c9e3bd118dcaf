package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** A core response that goes through a servlet response, so that applications' wrappers see the content. Confined to its connection. */
final class StreamResponse extends Response.Wrapper {
    private final HttpServletResponse servletResponse;
    private final HttpFields.Mutable headers = HttpFields.build();
    private boolean headersCopied;
    private boolean lastWritten;

    StreamResponse(Request request, HttpServletResponse servletResponse) {
        super(request, ServletContextResponse.getServletContextResponse(servletResponse));
        this.servletResponse = servletResponse;
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
        if (headersCopied) return;
        headersCopied = true;
        for (HttpField field : headers) {
            HttpHeader header = field.getHeader();
            if (header == HttpHeader.CONTENT_TYPE) {
                if (servletResponse.getContentType() == null) servletResponse.setContentType(field.getValue());
            } else if (header == HttpHeader.CONTENT_LENGTH) {
                servletResponse.setContentLengthLong(field.getLongValue());
            } else {
                servletResponse.setHeader(field.getName(), field.getValue());
            }
        }
    }

    @Override
    public void write(boolean last, ByteBuffer content, Callback callback) {
        try {
            copyHeaders();
            lastWritten |= last;
            if (content != null && content.hasRemaining()) copy(content);
            callback.succeeded();
        } catch (Throwable x) {
            callback.failed(x);
        }
    }

    private void copy(ByteBuffer content) throws IOException {
        ServletOutputStream out;
        try {
            out = servletResponse.getOutputStream();
        } catch (IllegalStateException x) {
            // the including servlet has taken the writer
            write(servletResponse.getWriter(), content);
            return;
        }
        if (content.hasArray()) {
            out.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
            content.position(content.limit());
        } else {
            BufferUtil.writeTo(content, out);
        }
    }

    private void write(Writer writer, ByteBuffer content) throws IOException {
        String encoding = servletResponse.getCharacterEncoding();
        Charset charset = encoding == null ? StandardCharsets.ISO_8859_1 : Charset.forName(encoding);
        writer.write(charset.decode(content).toString());
    }
}
