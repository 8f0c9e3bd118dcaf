package org.eclipse.jetty.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.eclipse.jetty.server.internal.log.LogLine;
import org.eclipse.jetty.util.RolloverFileOutputStream;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the lines of a request log to a file that is a new one every day, in UTF-8; to standard error if it has no name; or elsewhere, as
 * {@link #setOutput} says.
 *
 * <p>Each line is in the file when {@link #write(String)} returns. Guarded by lock.
 */
@ManagedObject("Writes a request log to a file")
public class RequestLogWriter extends AbstractLifeCycle implements RequestLog.Writer {
    private static final String LOGGER = "org.eclipse.jetty.server.RequestLog";
    private static final byte[] END = System.lineSeparator().getBytes(StandardCharsets.US_ASCII);

    private final AutoLock lock = new AutoLock();
    private @Nullable String filename;
    private boolean append = true;
    private int retainDays = 31;
    private @Nullable String filenameDateFormat;
    private String timeZone = "GMT";
    private Output output = Output.FILE;
    private long maxFileSize;
    private int retainFiles;
    private boolean compress;
    private @Nullable OutputStream out;
    private @Nullable Logger logger;

    /** Where lines go. */
    private enum Output {
        FILE,
        STDOUT,
        STDERR,
        LOGGER
    }

    public RequestLogWriter() {
        this(null);
    }

    /** @param filename may hold {@code yyyy_mm_dd}, where the date comes */
    public RequestLogWriter(@Nullable String filename) {
        setFilename(filename);
    }

    /** Sets the name of the file; it may hold {@code yyyy_mm_dd}, where the date comes. Null for standard error. */
    public void setFilename(@Nullable String name) {
        String trimmed = name == null ? null : name.trim();
        filename = trimmed == null || trimmed.isEmpty() ? null : trimmed;
    }

    @ManagedAttribute("The name of the file")
    public @Nullable String getFileName() {
        return filename;
    }

    /** The name of the file that is written now; null if there is none. */
    @ManagedAttribute("The name of the file that is written now")
    public @Nullable String getDatedFilename() {
        try (AutoLock l = lock.lock()) {
            return out instanceof RolloverFileOutputStream file ? file.getDatedFilename() : null;
        }
    }

    /**
     * Sets where lines go.
     *
     * @param name {@code file}, {@code stdout}, {@code stderr}, or {@code logger} for the logger {@code org.eclipse.jetty.server.RequestLog}
     * @throws IllegalArgumentException it is none of these
     */
    public void setOutput(String name) {
        try {
            output = Output.valueOf(name.trim().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(name + " (expected: file, stdout, stderr or logger)", x);
        }
    }

    @ManagedAttribute("Where lines go: file, stdout, stderr or logger")
    public String getOutput() {
        return output.name().toLowerCase(Locale.ROOT);
    }

    /** Sets the bytes at which a file is replaced by a new one; 0 for any size. */
    public void setMaxFileSize(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("maxFileSize " + bytes + " (expected: bytes, or 0 for any size)");
        }
        maxFileSize = bytes;
    }

    @ManagedAttribute("The bytes at which a file is replaced by a new one")
    public long getMaxFileSize() {
        return maxFileSize;
    }

    /** Sets how many files are kept besides the one that is written; 0 for any number. */
    public void setRetainFiles(int files) {
        if (files < 0) {
            throw new IllegalArgumentException("retainFiles " + files + " (expected: a number of files, or 0 for any)");
        }
        retainFiles = files;
    }

    @ManagedAttribute("How many files are kept besides the one that is written")
    public int getRetainFiles() {
        return retainFiles;
    }

    /** Sets whether files that are written no more are compressed by gzip. */
    public void setCompress(boolean gzip) {
        compress = gzip;
    }

    @ManagedAttribute("Whether files that are written no more are compressed")
    public boolean isCompress() {
        return compress;
    }

    /** Sets after how many days a file is deleted; 0 for never. */
    public void setRetainDays(int days) {
        retainDays = days;
    }

    @ManagedAttribute("After how many days a file is deleted")
    public int getRetainDays() {
        return retainDays;
    }

    /** Sets whether a file that exists is appended to, or renamed. */
    public void setAppend(boolean toEnd) {
        append = toEnd;
    }

    @ManagedAttribute("Whether a file that exists is appended to")
    public boolean isAppend() {
        return append;
    }

    /**
     * Sets the format of the date in file names; null for yyyy_MM_dd.
     *
     * @throws IllegalArgumentException it is none of {@link DateTimeFormatter}
     */
    public void setFilenameDateFormat(@Nullable String format) {
        if (format != null) {
            DateTimeFormatter.ofPattern(format);
        }
        filenameDateFormat = format;
    }

    @ManagedAttribute("The format of the date in file names")
    public @Nullable String getFilenameDateFormat() {
        return filenameDateFormat;
    }

    /**
     * Sets the time zone whose midnight begins a new file.
     *
     * @throws IllegalArgumentException it is not known
     */
    public void setTimeZone(String zone) {
        RolloverFileOutputStream.timeZone(zone);
        timeZone = zone;
    }

    @ManagedAttribute("The time zone whose midnight begins a new file")
    public String getTimeZone() {
        return timeZone;
    }

    @Override
    public void write(String requestEntry) throws IOException {
        byte[] line = (requestEntry + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
        writeLines(line, line.length);
    }

    /** Writes a line without its end, as {@link #write(String)} does. */
    void writeLine(LogLine line) throws IOException {
        line.append(END, END.length);
        writeLines(line.array(), line.length());
    }

    /** Writes whole lines in UTF-8, ends included. */
    void writeLines(byte[] lines, int length) throws IOException {
        Logger to = logger;
        if (to != null) {
            new String(lines, 0, length, StandardCharsets.UTF_8).lines().forEach(to::info);
            return;
        }
        try (AutoLock l = lock.lock()) {
            if (out != null) {
                out.write(lines, 0, length);
                out.flush();
            }
        }
    }

    @Override
    protected void doStart() throws Exception {
        try (AutoLock l = lock.lock()) {
            logger = output == Output.LOGGER ? LoggerFactory.getLogger(LOGGER) : null;
            out = switch (output) {
                case STDOUT -> System.out;
                case STDERR -> System.err;
                case LOGGER -> null;
                case FILE -> filename == null ? System.err : openFile(filename);
            };
        }
        super.doStart();
    }

    private OutputStream openFile(String name) throws IOException {
        RolloverFileOutputStream file = new RolloverFileOutputStream(
                name, append, retainDays, RolloverFileOutputStream.timeZone(timeZone), filenameDateFormat, null);
        file.setMaxFileSize(maxFileSize);
        file.setCompress(compress);
        file.setRetainFiles(retainFiles);
        return file;
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        try (AutoLock l = lock.lock()) {
            OutputStream old = out;
            out = null;
            if (old instanceof RolloverFileOutputStream) {
                old.close();
            }
        }
    }
}
