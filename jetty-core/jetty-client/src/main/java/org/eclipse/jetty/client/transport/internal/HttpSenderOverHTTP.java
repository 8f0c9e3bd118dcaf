package org.eclipse.jetty.client.transport.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.internal.SerialSender;
import org.eclipse.jetty.client.internal.StartedConnector;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MessageGenerator;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/** Sends one request over HTTP/1.1: its head, then its content as it comes. One for each exchange. */
final class HttpSenderOverHTTP extends SerialSender {
    private static final ByteBuffer NOTHING = BufferUtil.EMPTY_BUFFER;

    private final MessageGenerator generator = new MessageGenerator();
    /** What follows the chunk in the same write. */
    private @Nullable ContentBatch batch;

    private RetainableByteBuffer.@Nullable Mutable header;
    private RetainableByteBuffer.@Nullable Mutable chunkLine;
    private MetaData.@Nullable Request head;
    private @Nullable ByteBuffer reported;
    private boolean begun;
    /** The last bytes of the request, once they were given to the network. */
    private volatile ByteBuffer @Nullable [] ending;

    HttpSenderOverHTTP(HttpExchange exchange, EndPoint endPoint, boolean again) {
        super(exchange, endPoint, again);
    }

    @Override
    protected boolean isPersistent() {
        return super.isPersistent() && generator.isPersistent();
    }

    @Override
    protected boolean isGiven() {
        return ending != null;
    }

    /** In clear text, knows it even before the endpoint says so. */
    @Override
    protected boolean isFlushed() {
        if (super.isFlushed()) {
            return true;
        }
        ByteBuffer[] bytes = ending;
        if (bytes == null || !last || endPoint.isSecure()) {
            return false;
        }
        for (ByteBuffer buffer : bytes) {
            if (buffer.hasRemaining()) {
                return false;
            }
        }
        return true;
    }

    private boolean begin() {
        if (request.getUpgrader() != null) {
            request.getUpgrader().prepare(request);
        }
        if (!beginHead()) {
            return false;
        }
        HttpClient client = exchange.getHttpClient();
        generator.setAbsoluteForm(exchange.getHttpDestination().isForwarded());
        generator.setMaxHeaderBytes(client.getMaxRequestHeadersSize());
        HttpURI uri = request.getHttpURI();
        head = new MetaData.Request(
                request.getMethod(),
                uri,
                request.getVersion() == HttpVersion.HTTP_1_0 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1,
                request.getHeaders(),
                body == null ? (request.getTrailersSupplier() == null ? 0 : -1) : body.getLength(),
                request.getTrailersSupplier());
        header = acquire(client.getRequestBufferSize());
        return true;
    }

    @Override
    protected Action process() throws Throwable {
        if (!begun) {
            begun = true;
            if (!begin()) {
                return Action.SUCCEEDED;
            }
        }
        if (generator.isEnd()) {
            return sent();
        }
        if (!read()) {
            return Action.IDLE;
        }
        if (!generator.isCommitted()) {
            return sendHead();
        }
        return chunk != null ? sendContent(chunk) : sendEnd();
    }

    private Action sendHead() {
        int length = chunk == null ? 0 : chunk.remaining();
        assert head != null && header != null : "begin()";
        while (!generator.head(head, length, last, header.getByteBuffer())) {
            header = grow(header);
        }
        return write();
    }

    private Action sendContent(Content.Chunk first) {
        if (generator.needsChunkLine() && chunkLine == null) {
            chunkLine = acquire(MessageGenerator.CHUNK_SIZE);
        }
        if (batch == null) {
            batch = new ContentBatch();
        }
        while (batch.hasRoom(first.remaining())) {
            Content.Chunk next = readAhead();
            if (next == null) {
                break;
            }
            batch.add(next);
        }
        generator.content(
                first.remaining() + batch.remaining(), last, chunkLine == null ? null : chunkLine.getByteBuffer());
        return write();
    }

    private Action sendEnd() {
        generator.content(0, true, null);
        if (!generator.needsEnd()) {
            generator.end(null);
            return sent();
        }
        if (chunkLine == null) {
            chunkLine = acquire(MessageGenerator.CHUNK_SIZE);
        }
        while (!generator.end(chunkLine.getByteBuffer())) {
            chunkLine = grow(chunkLine);
        }
        return write();
    }

    private Action write() {
        ByteBuffer content = chunk == null ? null : chunk.getByteBuffer();
        reported = content;
        ByteBuffer rest = content == null ? NOTHING : content.slice();
        if (batch != null && !batch.isEmpty()) {
            return writeBatch(batch, rest);
        }
        if (isEnding()) {
            ending = new ByteBuffer[] {buffer(header), buffer(chunkLine), rest};
        }
        if (header != null && chunkLine == null && !rest.hasRemaining()) {
            write(header.getByteBuffer());
        } else {
            write(buffer(header), buffer(chunkLine), rest);
        }
        if (batch != null) {
            batch.taken(!rest.hasRemaining());
        }
        return Action.SCHEDULED;
    }

    private Action writeBatch(ContentBatch pieces, ByteBuffer first) {
        ByteBuffer[] buffers = pieces.after(buffer(header), buffer(chunkLine), first);
        if (isEnding()) {
            ending = buffers;
        }
        write(buffers);
        pieces.taken(!buffers[buffers.length - 1].hasRemaining());
        return Action.SCHEDULED;
    }

    /** Whether no bytes follow those that are generated, whatever the content says later. */
    private boolean isEnding() {
        return last ? !generator.needsEnd() : generator.isContentComplete();
    }

    private static ByteBuffer buffer(@Nullable RetainableByteBuffer buffer) {
        return buffer == null ? NOTHING : buffer.getByteBuffer();
    }

    private RetainableByteBuffer.Mutable acquire(int size) {
        HttpClient client = exchange.getHttpClient();
        // TLS works on arrays
        boolean direct = client.isUseOutputDirectByteBuffers() && !endPoint.isSecure();
        return StartedConnector.byteBufferPool(client.getClientConnector()).acquire(size, direct);
    }

    /** A bigger buffer, as big as heads and trailers may be. */
    private RetainableByteBuffer.Mutable grow(RetainableByteBuffer.Mutable buffer) {
        buffer.release();
        return acquire(Math.max(exchange.getHttpClient().getMaxRequestHeadersSize(), buffer.capacity() + 1));
    }

    @Override
    protected void onSuccess() {
        if (!committed) {
            assert header != null : "begin()";
            header.release();
            header = null;
            commit();
        } else if (chunkLine != null) {
            BufferUtil.clear(chunkLine.getByteBuffer());
        }
        if (chunk != null) {
            if (reported != null) {
                reportContent(reported);
            }
            reported = null;
            releaseChunk();
        }
        if (batch != null) {
            batch.report(this::reportContent);
        }
    }

    @Override
    protected void release() {
        if (header != null) {
            header.release();
            header = null;
        }
        if (chunkLine != null) {
            chunkLine.release();
            chunkLine = null;
        }
        if (batch != null) {
            batch.release();
        }
        super.release();
    }
}
