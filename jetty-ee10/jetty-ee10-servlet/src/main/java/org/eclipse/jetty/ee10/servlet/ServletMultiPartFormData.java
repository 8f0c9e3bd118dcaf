package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.Part;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Reads multipart/form-data into servlet parts (Servlet section 3.2; RFC 7578), within the limits of the servlet's configuration. */
public final class ServletMultiPartFormData {
    private ServletMultiPartFormData() {}

    /**
     * Reads the whole body, blocking; a limit that is exceeded is an IllegalStateException, as getParts wants.
     *
     * @param maxParts the most parts of a request
     * @param temp the directory of the context for temporary files, or null for that of the JVM
     */
    static Parts parse(
            Request request, MultipartConfigElement config, String contentType, int maxParts, @Nullable File temp)
            throws IOException {
        Path location = location(config, temp);
        MultiPartConfig limits = new MultiPartConfig.Builder()
                .location(location)
                .maxParts(maxParts)
                .maxMemoryPartSize(config.getFileSizeThreshold())
                .maxPartSize(config.getMaxFileSize())
                .maxSize(config.getMaxRequestSize())
                .useFilesForPartsWithoutFileName(true)
                .build();
        try {
            return new Parts(location, MultiPartFormData.getParts(request, request, contentType, limits));
        } catch (RuntimeException x) {
            throw refused(x);
        }
    }

    private static Path location(MultipartConfigElement config, @Nullable File temp) {
        Path directory = temp == null ? Path.of(System.getProperty("java.io.tmpdir")) : temp.toPath();
        String location = config.getLocation();
        return location == null || location.isEmpty() ? directory : directory.resolve(location);
    }

    private static RuntimeException refused(RuntimeException x) throws IOException {
        for (Throwable cause = x; cause != null; cause = cause.getCause()) {
            // a limit that is exceeded is an illegal state (HttpServletRequest.getParts)
            if (cause instanceof BadMessageException bad) {
                return bad.getCode() == HttpStatus.PAYLOAD_TOO_LARGE_413
                        ? new HttpException.IllegalStateException(bad.getCode(), bad.getReason(), x)
                        : bad;
            }
            if (cause instanceof IllegalStateException illegal) {
                return illegal;
            }
            if (cause instanceof EOFException) {
                return new BadMessageException("Early end of multipart/form-data", x);
            }
            if (cause instanceof IOException io) {
                throw io;
            }
        }
        return new BadMessageException("Unable to parse multipart/form-data", x);
    }

    /** The parts of a request, to be closed with it. */
    public static final class Parts {
        private final List<Part> list = new ArrayList<>();
        private final MultiPartFormData.Parts parts;

        Parts(Path location, MultiPartFormData.Parts parts) {
            this.parts = parts;
            for (MultiPart.Part part : parts) {
                list.add(new ServletPart(location, part));
            }
        }

        /** Returns the first part of a name, or null. */
        public @Nullable Part getPart(String name) {
            for (Part part : list) {
                if (part.getName().equals(name)) {
                    return part;
                }
            }
            return null;
        }

        public Collection<Part> getParts() {
            return Collections.unmodifiableList(list);
        }

        /**
         * Checks the size of all fields together, before any of them is read as a parameter.
         *
         * @param maxBytes the most bytes of all parts without a file name; negative for no limit
         * @throws BadMessageException (413) if there are more
         */
        void limitFields(int maxBytes) {
            if (maxBytes < 0) {
                return;
            }
            long bytes = 0;
            for (MultiPart.Part part : parts) {
                if (part.getFileName() == null) {
                    bytes += part.getLength();
                }
            }
            if (bytes > maxBytes) {
                throw new BadMessageException(
                        HttpStatus.PAYLOAD_TOO_LARGE_413,
                        "Fields of multipart/form-data: " + bytes + " bytes (expected: at most " + maxBytes + ")");
            }
        }

        void close() {
            parts.close();
        }
    }

    private record ServletPart(Path location, MultiPart.Part part) implements Part {
        @Override
        public InputStream getInputStream() {
            return Content.Source.asInputStream(part.newContentSource(null, 0, -1));
        }

        @Override
        public @Nullable String getContentType() {
            return part.getHeaders().get(HttpHeader.CONTENT_TYPE);
        }

        @Override
        public @Nullable String getName() {
            return part.getName();
        }

        @Override
        public @Nullable String getSubmittedFileName() {
            return part.getFileName();
        }

        @Override
        public long getSize() {
            return part.getLength();
        }

        @Override
        public void write(String fileName) throws IOException {
            part.writeTo(location.resolve(fileName));
        }

        @Override
        public void delete() throws IOException {
            part.delete();
        }

        @Override
        public @Nullable String getHeader(String name) {
            return part.getHeaders().get(name);
        }

        @Override
        public Collection<String> getHeaders(String name) {
            return part.getHeaders().getValuesList(name);
        }

        @Override
        public Collection<String> getHeaderNames() {
            List<String> names = new ArrayList<>();
            for (HttpField field : part.getHeaders()) {
                if (!names.contains(field.getName())) {
                    names.add(field.getName());
                }
            }
            return names;
        }
    }
}
