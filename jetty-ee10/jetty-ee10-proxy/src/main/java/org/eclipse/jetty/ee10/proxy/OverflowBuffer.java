package org.eclipse.jetty.ee10.proxy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Content in memory, or in a file if there is much of it; the file is deleted when it is closed. Confined to one request. */
final class OverflowBuffer implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(OverflowBuffer.class);

    private final long maxInMemory;
    private final Path directory;
    private final String prefix;
    private ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private @Nullable FileChannel channel;

    OverflowBuffer(long maxInMemory, Path directory, String prefix) {
        this.maxInMemory = maxInMemory;
        this.directory = directory;
        this.prefix = prefix;
    }

    void write(ByteBuffer content) throws IOException {
        write(BufferUtil.toArray(content), 0, content.remaining());
    }

    private void write(byte[] bytes, int offset, int length) throws IOException {
        FileChannel file = channel;
        if (file == null && memory.size() + (long) length > maxInMemory) {
            // temporary files are readable by this user alone
            Path path = Files.createTempFile(directory, prefix, null);
            file = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            channel = file;
            writeFully(file, ByteBuffer.wrap(memory.toByteArray()));
            // frees it
            memory = new ByteArrayOutputStream(0);
        }
        if (file == null) {
            memory.write(bytes, offset, length);
        } else {
            writeFully(file, ByteBuffer.wrap(bytes, offset, length));
        }
    }

    private static void writeFully(FileChannel file, ByteBuffer content) throws IOException {
        while (content.hasRemaining()) {
            file.write(content);
        }
    }

    /** Adds all of it to buffers: those of a file are mapped, and stay valid when it is deleted. */
    void addTo(List<ByteBuffer> buffers) throws IOException {
        if (channel == null) {
            buffers.add(ByteBuffer.wrap(memory.toByteArray()));
            return;
        }
        long size = channel.size();
        for (long position = 0; position < size; position += 1 << 30) {
            buffers.add(channel.map(FileChannel.MapMode.READ_ONLY, position, Math.min(1 << 30, size - position)));
        }
    }

    OutputStream openOutput() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                OverflowBuffer.this.write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                OverflowBuffer.this.write(bytes, offset, length);
            }
        };
    }

    /** Returns a stream from the beginning, which can be reset to it. */
    InputStream openInput() {
        FileChannel file = channel;
        if (file == null) {
            return new ByteArrayInputStream(memory.toByteArray());
        }
        return new InputStream() {
            private long position;

            @Override
            public int read() throws IOException {
                byte[] single = new byte[1];
                return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int read = file.read(ByteBuffer.wrap(bytes, offset, length), position);
                position += Math.max(0, read);
                return read;
            }

            @Override
            public void reset() {
                position = 0;
            }
        };
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException x) {
            LOG.debug("Could not close {}", directory, x);
        }
    }
}
