package org.eclipse.jetty.http;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How multipart/form-data is read, and its limits; -1 for none. Thread-safe. */
public final class MultiPartConfig {
    private final @Nullable Path location;
    private final int maxParts;
    private final long maxSize;
    private final long maxPartSize;
    private final long maxMemoryPartSize;
    private final int maxHeadersSize;
    private final boolean useFilesForPartsWithoutFileName;
    private final MultiPartCompliance compliance;
    private final ComplianceViolation.Listener violationListener;

    private MultiPartConfig(Builder builder) {
        location = builder.location;
        maxParts = builder.maxParts;
        maxSize = builder.maxSize;
        maxPartSize = builder.maxPartSize;
        maxMemoryPartSize = builder.maxMemoryPartSize;
        maxHeadersSize = builder.maxHeadersSize;
        useFilesForPartsWithoutFileName = builder.useFilesForPartsWithoutFileName;
        compliance = builder.compliance;
        violationListener = builder.violationListener;
    }

    /** The directory for files, or null for that of the system. */
    public @Nullable Path getLocation() {
        return location;
    }

    public int getMaxParts() {
        return maxParts;
    }

    public long getMaxSize() {
        return maxSize;
    }

    public long getMaxPartSize() {
        return maxPartSize;
    }

    /** The bytes of a part above which it goes to a file. */
    public long getMaxMemoryPartSize() {
        return maxMemoryPartSize;
    }

    public int getMaxHeadersSize() {
        return maxHeadersSize;
    }

    public boolean isUseFilesForPartsWithoutFileName() {
        return useFilesForPartsWithoutFileName;
    }

    public MultiPartCompliance getMultiPartCompliance() {
        return compliance;
    }

    public ComplianceViolation.Listener getViolationListener() {
        return violationListener;
    }

    /** Makes a configuration. Not thread-safe. */
    public static class Builder {
        private @Nullable Path location;
        private int maxParts = 100;
        private long maxSize = 50 * 1024 * 1024;
        private long maxPartSize = 10 * 1024 * 1024;
        private long maxMemoryPartSize = 1024;
        private int maxHeadersSize = 8192;
        private boolean useFilesForPartsWithoutFileName = true;
        private MultiPartCompliance compliance = MultiPartCompliance.RFC7578;
        private ComplianceViolation.Listener violationListener = ComplianceViolation.Listener.NOOP;

        public Builder location(@Nullable String location) {
            return location(location == null || location.isEmpty() ? null : Path.of(location));
        }

        public Builder location(@Nullable Path location) {
            this.location = location;
            return this;
        }

        public Builder maxParts(int maxParts) {
            this.maxParts = maxParts;
            return this;
        }

        public Builder maxSize(long maxSize) {
            this.maxSize = maxSize;
            return this;
        }

        public Builder maxPartSize(long maxPartSize) {
            this.maxPartSize = maxPartSize;
            return this;
        }

        public Builder maxMemoryPartSize(long maxMemoryPartSize) {
            this.maxMemoryPartSize = maxMemoryPartSize;
            return this;
        }

        public Builder maxHeadersSize(int maxHeadersSize) {
            this.maxHeadersSize = maxHeadersSize;
            return this;
        }

        public Builder useFilesForPartsWithoutFileName(@Nullable Boolean useFiles) {
            this.useFilesForPartsWithoutFileName = useFiles == null || useFiles;
            return this;
        }

        public Builder complianceMode(@Nullable MultiPartCompliance compliance) {
            this.compliance = compliance == null ? MultiPartCompliance.RFC7578 : compliance;
            return this;
        }

        public Builder violationListener(ComplianceViolation.@Nullable Listener listener) {
            this.violationListener = listener == null ? ComplianceViolation.Listener.NOOP : listener;
            return this;
        }

        public MultiPartConfig build() {
            return new MultiPartConfig(this);
        }
    }
}
