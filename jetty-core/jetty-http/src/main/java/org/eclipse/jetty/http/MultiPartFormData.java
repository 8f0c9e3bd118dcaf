package org.eclipse.jetty.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.eclipse.jetty.http.internal.FieldLists;
import org.eclipse.jetty.http.internal.MultiPartParser;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes multipart/form-data (RFC 7578).
 *
 * <p>Parts of a request are read once and kept as its attribute. Who asked for them closes them, which deletes their files.
 */
public final class MultiPartFormData {
    static final String FILE_PREFIX = "multipart-";
    private static final String ATTRIBUTE = MultiPartFormData.class.getName();

    private MultiPartFormData() {}

    /** The parts that have been read, or null; throws what reading failed with. */
    public static @Nullable Parts getParts(Attributes attributes) {
        CompletableFuture<Parts> future = get(attributes);
        return future == null || !future.isDone() ? null : join(future);
    }

    /** The parts, read by blocking this thread unless they have been read. */
    public static Parts getParts(
            Content.Source content, Attributes attributes, String contentType, MultiPartConfig config) {
        return join(from(content, attributes, contentType, config));
    }

    /** Reads the parts unless they have been read, then tells the promise. */
    public static void onParts(
            Content.Source content,
            Attributes attributes,
            String contentType,
            MultiPartConfig config,
            Promise.Invocable<Parts> promise) {
        from(content, attributes, contentType, config).whenComplete((parts, x) -> {
            if (x == null) {
                promise.succeeded(parts);
            } else {
                promise.failed(x instanceof CompletionException && x.getCause() != null ? x.getCause() : x);
            }
        });
    }

    /** Reads the parts unless they have been read. */
    public static CompletableFuture<Parts> from(
            Content.Source content, Attributes attributes, @Nullable String contentType, MultiPartConfig config) {
        CompletableFuture<Parts> future = get(attributes);
        if (future != null) {
            return future;
        }
        if (contentType == null || !"multipart/form-data".equalsIgnoreCase(MimeTypes.getBase(contentType))) {
            return CompletableFuture.failedFuture(new BadMessageException("not multipart/form-data: " + contentType));
        }
        String boundary = MultiPart.extractBoundary(contentType);
        if (boundary == null) {
            return CompletableFuture.failedFuture(new BadMessageException("multipart/form-data without boundary"));
        }
        Parser parser = new Parser(boundary, config.getMultiPartCompliance(), config.getViolationListener());
        parser.configure(config);
        future = parser.parse(content);
        attributes.setAttribute(ATTRIBUTE, future);
        return future;
    }

    /** Reads the parts by a function unless they have been read. */
    public static CompletableFuture<Parts> from(
            Attributes attributes, String boundary, Function<Parser, CompletableFuture<Parts>> parse) {
        return from(attributes, MultiPartCompliance.RFC7578, ComplianceViolation.Listener.NOOP, boundary, parse);
    }

    /** Reads the parts by a function unless they have been read. */
    public static CompletableFuture<Parts> from(
            Attributes attributes,
            MultiPartCompliance compliance,
            ComplianceViolation.Listener listener,
            String boundary,
            Function<Parser, CompletableFuture<Parts>> parse) {
        CompletableFuture<Parts> future = get(attributes);
        if (future == null) {
            future = parse.apply(new Parser(boundary, compliance, listener));
            attributes.setAttribute(ATTRIBUTE, future);
        }
        return future;
    }

    /** The parts that are read or being read. */
    @SuppressWarnings("unchecked")
    public static @Nullable CompletableFuture<Parts> get(Attributes attributes) {
        Object value = attributes.getAttribute(ATTRIBUTE);
        if (value instanceof Parts parts) {
            return CompletableFuture.completedFuture(parts);
        }
        return (CompletableFuture<Parts>) value;
    }

    private static Parts join(CompletableFuture<Parts> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (cause instanceof IOException io) {
                throw new UncheckedIOException(io);
            }
            throw e;
        }
    }

    /** The parts of a form in their order. Thread-safe. */
    public static final class Parts implements Iterable<MultiPart.Part>, Closeable {
        private final List<MultiPart.Part> parts;

        private Parts(List<MultiPart.Part> parts) {
            this.parts = Collections.unmodifiableList(parts);
        }

        public MultiPart.Part get(int index) {
            return parts.get(index);
        }

        /** The first of a name. */
        public MultiPart.@Nullable Part getFirst(String name) {
            for (MultiPart.Part part : parts) {
                if (name.equals(part.getName())) {
                    return part;
                }
            }
            return null;
        }

        /** All of a name. */
        public List<MultiPart.Part> getAll(String name) {
            List<MultiPart.Part> named = new ArrayList<>();
            for (MultiPart.Part part : parts) {
                if (name.equals(part.getName())) {
                    named.add(part);
                }
            }
            return named;
        }

        public int size() {
            return parts.size();
        }

        @Override
        public Iterator<MultiPart.Part> iterator() {
            return parts.iterator();
        }

        /** Closes all parts, which deletes their files. */
        @Override
        public void close() {
            for (MultiPart.Part part : parts) {
                part.close();
            }
        }
    }

    /** A form to be sent. */
    public static class ContentSource extends MultiPart.AbstractContentSource {
        public ContentSource(String boundary) {
            super(boundary);
        }

        @Override
        protected HttpFields customizePartHeaders(MultiPart.Part part) {
            HttpFields headers = super.customizePartHeaders(part);
            if (headers.contains(HttpHeader.CONTENT_DISPOSITION)) {
                return headers;
            }
            StringBuilder disposition = new StringBuilder("form-data");
            if (part.getName() != null) {
                disposition.append("; name=\"").append(escape(part.getName())).append('"');
            }
            if (part.getFileName() != null) {
                disposition
                        .append("; filename=\"")
                        .append(escape(part.getFileName()))
                        .append('"');
            }
            HttpFields.Mutable with = HttpFields.build(headers.size() + 1);
            return with.add(HttpHeader.CONTENT_DISPOSITION, disposition.toString())
                    .add(headers);
        }

        /** As browsers do: the characters that would end the name are percent-encoded. */
        private static String escape(String s) {
            return s.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
        }
    }

    /** Reads a form within limits; -1 for none. Used once. */
    public static final class Parser {
        private final String boundary;
        private final MultiPartCompliance compliance;
        private final ComplianceViolation.Listener listener;
        private int partHeadersMaxLength = 8192;
        private boolean useFilesForPartsWithoutFileName;
        private @Nullable Path filesDirectory;
        private long maxFileSize = -1;
        private long maxMemoryFileSize;
        private long maxLength = -1;
        private long maxParts = 100;

        public Parser(String boundary) {
            this(boundary, MultiPartCompliance.RFC7578, ComplianceViolation.Listener.NOOP);
        }

        public Parser(String boundary, MultiPartCompliance compliance, ComplianceViolation.Listener listener) {
            this.boundary = boundary;
            this.compliance = compliance;
            this.listener = listener;
        }

        public String getBoundary() {
            return boundary;
        }

        public int getPartHeadersMaxLength() {
            return partHeadersMaxLength;
        }

        public void setPartHeadersMaxLength(int partHeadersMaxLength) {
            this.partHeadersMaxLength = partHeadersMaxLength;
        }

        public boolean isUseFilesForPartsWithoutFileName() {
            return useFilesForPartsWithoutFileName;
        }

        public void setUseFilesForPartsWithoutFileName(boolean useFiles) {
            this.useFilesForPartsWithoutFileName = useFiles;
        }

        public @Nullable Path getFilesDirectory() {
            return filesDirectory;
        }

        /** Where files go; null for the directory of the system for such. */
        public void setFilesDirectory(@Nullable Path filesDirectory) {
            this.filesDirectory = filesDirectory;
        }

        public long getMaxFileSize() {
            return maxFileSize;
        }

        /** The bytes of a part at most. */
        public void setMaxFileSize(long maxFileSize) {
            this.maxFileSize = maxFileSize;
        }

        public long getMaxMemoryFileSize() {
            return maxMemoryFileSize;
        }

        /** The bytes of a part above which it goes to a file. */
        public void setMaxMemoryFileSize(long maxMemoryFileSize) {
            this.maxMemoryFileSize = maxMemoryFileSize;
        }

        public long getMaxLength() {
            return maxLength;
        }

        /** The bytes of the whole form at most. */
        public void setMaxLength(long maxLength) {
            this.maxLength = maxLength;
        }

        public long getMaxParts() {
            return maxParts;
        }

        public void setMaxParts(long maxParts) {
            this.maxParts = maxParts;
        }

        public void configure(MultiPartConfig config) {
            filesDirectory = config.getLocation();
            maxParts = config.getMaxParts();
            maxLength = config.getMaxSize();
            maxFileSize = config.getMaxPartSize();
            maxMemoryFileSize = config.getMaxMemoryPartSize();
            partHeadersMaxLength = config.getMaxHeadersSize();
            useFilesForPartsWithoutFileName = config.isUseFilesForPartsWithoutFileName();
        }

        /** Reads the form; what fails is told by the future, and leaves no file. */
        public CompletableFuture<Parts> parse(Content.Source content) {
            CompletableFuture<Parts> future = new CompletableFuture<>();
            new Reader(content, this, future).run();
            return future;
        }

        /** Reads the form. */
        public void parse(Content.Source content, Promise.Invocable<Parts> promise) {
            parse(content).whenComplete((parts, x) -> {
                if (x == null) {
                    promise.succeeded(parts);
                } else {
                    promise.failed(x);
                }
            });
        }
    }

    /** Reads on whenever there is content. Writing a file blocks, which the invocation type says. */
    private static final class Reader implements Runnable, Invocable, MultiPartParser.Listener {
        private final Content.Source source;
        private final Parser config;
        private final CompletableFuture<Parts> future;
        private final MultiPartParser parser;
        private final List<MultiPart.Part> parts = new ArrayList<>();
        private long length;
        private @Nullable String name;
        private @Nullable String fileName;
        private @Nullable HttpFields headers;
        private long partLength;
        private @Nullable ByteArrayOutputStream memory;
        private @Nullable Path file;
        private @Nullable WritableByteChannel channel;

        private Reader(Content.Source source, Parser config, CompletableFuture<Parts> future) {
            this.source = source;
            this.config = config;
            this.future = future;
            this.parser = new MultiPartParser(
                    config.boundary, config.compliance, config.partHeadersMaxLength, config.maxParts, this);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.BLOCKING;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Content.Chunk chunk = source.read();
                    if (chunk == null) {
                        source.demand(this);
                        return;
                    }
                    Throwable cause = chunk.getFailure();
                    if (cause != null) {
                        if (!chunk.isLast()) {
                            source.fail(cause);
                        }
                        fail(cause);
                        return;
                    }
                    boolean last = chunk.isLast();
                    try {
                        length += chunk.remaining();
                        if (config.maxLength >= 0 && length > config.maxLength) {
                            throw new BadMessageException(
                                    HttpStatus.PAYLOAD_TOO_LARGE_413, "form over " + config.maxLength + " bytes");
                        }
                        parser.parse(chunk.getByteBuffer());
                    } finally {
                        chunk.release();
                    }
                    if (last) {
                        parser.end();
                        future.complete(new Parts(parts));
                        return;
                    }
                }
            } catch (Throwable x) {
                source.fail(x);
                fail(x);
            }
        }

        private void fail(Throwable failure) {
            try {
                if (channel != null) {
                    channel.close();
                }
                if (file != null) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
            for (MultiPart.Part part : parts) {
                part.close();
            }
            future.completeExceptionally(failure);
        }

        @Override
        public void onPart(HttpFields fields) {
            headers = fields;
            String disposition = fields.get(HttpHeader.CONTENT_DISPOSITION);
            if (disposition == null || !"form-data".equalsIgnoreCase(HttpField.stripParameters(disposition))) {
                throw new BadMessageException("part without Content-Disposition: form-data");
            }
            name = parameter(disposition, "name");
            fileName = fileName(disposition);
            if (name == null) {
                throw new BadMessageException("part without a name");
            }
            partLength = 0;
            memory = new ByteArrayOutputStream();
        }

        /** RFC 7578 has clients not send {@code filename*}, which some do: it is preferred (RFC 6266, section 4.3). */
        private static @Nullable String fileName(String disposition) {
            String extended = parameter(disposition, "filename*");
            String decoded = extended == null ? null : ExtendedValue.decode(extended);
            return decoded == null ? parameter(disposition, "filename") : decoded;
        }

        /**
         * A parameter of Content-Disposition. Of backslashes only those before a quote are escapes, since browsers send those
         * of file names as they are (RFC 7578, section 4.2).
         */
        private static @Nullable String parameter(String disposition, String wanted) {
            for (int from = FieldLists.end(disposition, 0, ';') + 1; from < disposition.length(); ) {
                int to = FieldLists.end(disposition, from, ';');
                int equals = disposition.indexOf('=', from);
                if (equals > 0
                        && equals < to
                        && disposition.substring(from, equals).trim().equalsIgnoreCase(wanted)) {
                    String value = disposition.substring(equals + 1, to).trim();
                    if (value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")) {
                        value = value.substring(1, value.length() - 1).replace("\\\"", "\"");
                    }
                    return value;
                }
                from = to + 1;
            }
            return null;
        }

        @Override
        public void onContent(ByteBuffer content) {
            partLength += content.remaining();
            if (config.maxFileSize >= 0 && partLength > config.maxFileSize) {
                throw new BadMessageException(
                        HttpStatus.PAYLOAD_TOO_LARGE_413, "part '" + name + "' over " + config.maxFileSize + " bytes");
            }
            try {
                if (channel == null && config.maxMemoryFileSize >= 0 && partLength > config.maxMemoryFileSize) {
                    if (fileName != null || config.useFilesForPartsWithoutFileName) {
                        openFile();
                    } else if (config.maxMemoryFileSize > 0) {
                        throw new BadMessageException(
                                HttpStatus.PAYLOAD_TOO_LARGE_413,
                                "part '" + name + "' over " + config.maxMemoryFileSize + " bytes in memory");
                    }
                }
                if (channel != null) {
                    while (content.hasRemaining()) {
                        channel.write(content);
                    }
                    return;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            byte[] bytes = new byte[content.remaining()];
            content.get(bytes);
            assert memory != null : "unless there is a file";
            memory.write(bytes, 0, bytes.length);
        }

        private void openFile() throws IOException {
            if (config.filesDirectory == null) {
                file = Files.createTempFile(FILE_PREFIX, "");
            } else {
                Files.createDirectories(config.filesDirectory);
                file = Files.createTempFile(config.filesDirectory, FILE_PREFIX, "");
            }
            channel = Files.newByteChannel(file, StandardOpenOption.WRITE);
            assert memory != null : "until there is a file";
            ByteBuffer sofar = ByteBuffer.wrap(memory.toByteArray());
            while (sofar.hasRemaining()) {
                channel.write(sofar);
            }
            memory = null;
        }

        @Override
        public void onPartEnd() {
            assert name != null && headers != null : "the part has begun";
            if (channel == null) {
                assert memory != null : "unless there is a file";
                parts.add(new MultiPart.ByteBufferPart(
                        name,
                        fileName,
                        headers,
                        ByteBuffer.wrap(memory.toByteArray()).asReadOnlyBuffer()));
            } else {
                try {
                    channel.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                assert file != null : "opened with its channel";
                parts.add(new MultiPart.PathPart(name, fileName, headers, file, true));
            }
            channel = null;
            file = null;
            memory = null;
        }

        @Override
        public void onViolation(MultiPartCompliance.Violation violation) {
            if (config.listener != null) {
                config.listener.onComplianceViolation(
                        new ComplianceViolation.Event(config.compliance, violation, violation.getDescription()));
            }
        }
    }
}
