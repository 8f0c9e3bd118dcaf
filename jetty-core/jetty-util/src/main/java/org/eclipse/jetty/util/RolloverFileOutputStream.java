package org.eclipse.jetty.util;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Objects;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to a file that is a new one every day, and, if wanted, when it has reached a size.
 *
 * <p>Where the file name holds "yyyy_mm_dd", the date comes there; without it, the old file is renamed to a name with the
 * date. A file that has reached its size is renamed to a name with the time. Old files are compressed, if wanted, and deleted when they are
 * older than the days to retain, or more than the files to retain. The day changes with the first write after midnight: no thread
 * or timer is needed.
 *
 * <p>A file that another process moved or deleted, as logrotate does, is made again by the first write after a second. Thread-safe.
 */
public class RolloverFileOutputStream extends OutputStream {
    static final String YYYY_MM_DD = "yyyy_mm_dd";
    static final String ROLLOVER_FILE_DATE_FORMAT = "yyyy_MM_dd";
    static final String ROLLOVER_FILE_BACKUP_FORMAT = "HHmmssSSS";
    static final int ROLLOVER_FILE_RETAIN_DAYS = 31;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger LOG = LoggerFactory.getLogger(RolloverFileOutputStream.class);

    private final AutoLock lock = new AutoLock();
    private final DateTimeFormatter dateFormat;
    private final DateTimeFormatter backupFormat;
    private final ZoneId zone;
    private final String filename;
    private final boolean append;
    private final int retainDays;
    private final OldLogFiles oldFiles;
    private @Nullable OutputStream out;
    private @Nullable File file;
    private @Nullable Object fileKey;
    private long lookTime;
    private long midnight;
    private long size;
    private long maxFileSize;
    private int retainFiles;
    private boolean compress;

    public RolloverFileOutputStream(String filename) throws IOException {
        this(filename, true, ROLLOVER_FILE_RETAIN_DAYS);
    }

    public RolloverFileOutputStream(String filename, boolean append) throws IOException {
        this(filename, append, ROLLOVER_FILE_RETAIN_DAYS);
    }

    public RolloverFileOutputStream(String filename, boolean append, int retainDays) throws IOException {
        this(filename, append, retainDays, TimeZone.getDefault());
    }

    public RolloverFileOutputStream(String filename, boolean append, int retainDays, TimeZone zone) throws IOException {
        this(filename, append, retainDays, zone, null, null);
    }

    /**
     * Opens the file of today.
     *
     * @param filename may hold yyyy_mm_dd
     * @param append whether to append to a file that exists
     * @param retainDays after how many days a file is deleted, 0 for never
     * @param zone whose midnight counts
     * @param dateFormat the format of the date, null for yyyy_MM_dd
     * @param backupFormat the format of the time that is added to a file that would be overwritten
     */
    public RolloverFileOutputStream(
            String filename,
            boolean append,
            int retainDays,
            TimeZone zone,
            @Nullable String dateFormat,
            @Nullable String backupFormat)
            throws IOException {
        if (StringUtil.isBlank(filename)) {
            throw new IllegalArgumentException("Invalid filename: " + filename);
        }
        this.zone = zone.toZoneId();
        this.dateFormat = DateTimeFormatter.ofPattern(dateFormat == null ? ROLLOVER_FILE_DATE_FORMAT : dateFormat)
                .withZone(this.zone);
        this.backupFormat = DateTimeFormatter.ofPattern(
                        backupFormat == null ? ROLLOVER_FILE_BACKUP_FORMAT : backupFormat)
                .withZone(this.zone);
        this.filename = filename.trim();
        this.append = append;
        this.retainDays = retainDays;
        ZonedDateTime now = ZonedDateTime.now(this.zone);
        oldFiles = oldFiles();
        midnight = toMidnight(now).toInstant().toEpochMilli();
        open(now);
        removeOldFiles(now);
    }

    private OldLogFiles oldFiles() {
        File base = new File(filename).getAbsoluteFile();
        String name = base.getName();
        int date = dateIndex(name);
        String prefix = date < 0 ? name : name.substring(0, date);
        String suffix = date < 0 ? "" : name.substring(date + YYYY_MM_DD.length());
        return new OldLogFiles(base.getParentFile().toPath(), prefix, suffix);
    }

    /**
     * Sets the size at which a file is replaced by a new one.
     *
     * @param bytes 0 for any size
     */
    public void setMaxFileSize(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("maxFileSize: " + bytes + " (expected: bytes, or 0 for any size)");
        }
        try (AutoLock l = lock.lock()) {
            maxFileSize = bytes;
        }
    }

    /**
     * Sets how many files are kept besides the one that is written.
     *
     * @param files 0 for any number
     */
    public void setRetainFiles(int files) {
        if (files < 0) {
            throw new IllegalArgumentException(
                    "retainFiles: " + files + " (expected: a number of files, or 0 for any)");
        }
        try (AutoLock l = lock.lock()) {
            retainFiles = files;
            removeOldFiles(ZonedDateTime.now(zone));
        }
    }

    /** Sets whether files that are written no more are compressed by gzip. */
    public void setCompress(boolean gzip) {
        try (AutoLock l = lock.lock()) {
            compress = gzip;
        }
    }

    /**
     * The time zone of this id, such as {@code GMT}, {@code GMT+2} or {@code Europe/Paris}.
     *
     * @throws IllegalArgumentException it is not known; {@link TimeZone#getTimeZone(String)} would take it for GMT
     */
    public static TimeZone timeZone(String id) {
        try {
            return TimeZone.getTimeZone(ZoneId.of(id.trim(), ZoneId.SHORT_IDS));
        } catch (DateTimeException x) {
            throw new IllegalArgumentException(id + " (expected: a time zone such as GMT or Europe/Paris)", x);
        }
    }

    public static ZonedDateTime toMidnight(ZonedDateTime now) {
        return now.toLocalDate().atStartOfDay(now.getZone()).plus(1, ChronoUnit.DAYS);
    }

    public String getFilename() {
        return filename;
    }

    /** The name of the file that is written now, or null when closed. */
    public @Nullable String getDatedFilename() {
        try (AutoLock l = lock.lock()) {
            return file == null ? null : file.toString();
        }
    }

    public int getRetainDays() {
        return retainDays;
    }

    private int dateIndex(String name) {
        return name.toLowerCase(Locale.ENGLISH).indexOf(YYYY_MM_DD);
    }

    private void open(ZonedDateTime now) throws IOException {
        File base = new File(filename).getCanonicalFile();
        File directory = base.getParentFile();
        if (directory == null || !directory.isDirectory() || !directory.canWrite()) {
            throw new IOException("Cannot write log directory " + directory);
        }
        String name = base.getName();
        int date = dateIndex(name);
        if (date >= 0) {
            name = name.substring(0, date) + dateFormat.format(now) + name.substring(date + YYYY_MM_DD.length());
        }
        File next = new File(directory, name);
        if (next.isDirectory() || next.exists() && !next.canWrite()) {
            throw new IOException("Cannot write log file " + next);
        }
        if (out != null && next.equals(file) && date >= 0) {
            return;
        }
        OutputStream old = out;
        File oldFile = file;
        File backup = oldFile;
        if (!append && next.exists()) {
            File renamed = new File(next + "." + backupFormat.format(now));
            rename(next, renamed);
            if (next.equals(oldFile)) {
                backup = renamed;
            }
        } else if (oldFile != null && old != null && date < 0) {
            backup = backup(oldFile, now);
        }
        openFile(next);
        IO.close(old);
        if (oldFile != null && backup != null && old != null) {
            rolled(oldFile, backup, next);
        }
    }

    private void openFile(File next) throws IOException {
        out = new FileOutputStream(next, append);
        file = next;
        size = next.length();
        fileKey = key(next);
        lookTime = System.nanoTime();
    }

    /** What tells a file from another of its name; null where the file system does not know. */
    private static @Nullable Object key(File file) {
        try {
            return Files.readAttributes(file.toPath(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (IOException x) {
            return null;
        }
    }

    private void rolled(File oldFile, File backup, File next) {
        rollover(oldFile, backup, next);
        if (compress && backup.isFile() && !backup.equals(next)) {
            oldFiles.compress(backup.toPath(), () -> {
                try (AutoLock l = lock.lock()) {
                    removeOldFiles(ZonedDateTime.now(zone));
                }
            });
        }
    }

    /** Replaces a file that has reached its size. */
    private void rollBySize() throws IOException {
        ZonedDateTime now = ZonedDateTime.now(zone);
        File full = Objects.requireNonNull(file, "no file is open");
        String name = full + "." + backupFormat.format(now);
        File backup = new File(name);
        for (int i = 1; backup.exists() || new File(backup + ".gz").exists(); i++) {
            backup = new File(name + "-" + i);
        }
        OutputStream old = out;
        rename(full, backup);
        openFile(full);
        IO.close(old);
        rolled(full, backup, full);
        removeOldFiles(now);
    }

    /** Makes the file again if it was moved or deleted. */
    private void reopenIfMoved() {
        long now = System.nanoTime();
        if (now - lookTime < LOOK_NANOS) {
            return;
        }
        lookTime = now;
        File current = file;
        if (current == null) {
            return;
        }
        boolean moved = !current.exists() || fileKey != null && !fileKey.equals(key(current));
        if (!moved) {
            return;
        }
        OutputStream old = out;
        try {
            // what another process has put there is not overwritten
            out = new FileOutputStream(current, true);
        } catch (IOException x) {
            // its directory may come back; until then lines go where they went
            LOG.debug("{} cannot be made again", current, x);
            return;
        }
        size = current.length();
        fileKey = key(current);
        IO.close(old);
    }

    private File backup(File oldFile, ZonedDateTime now) {
        File dated = new File(oldFile + "." + dateFormat.format(now.minusDays(1)));
        if (dated.exists()) {
            dated = new File(dated + "." + backupFormat.format(now));
        }
        rename(oldFile, dated);
        return dated;
    }

    private static void rename(File from, File to) {
        try {
            Files.move(from.toPath(), to.toPath(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException x) {
            LOG.warn("Unable to rename {} to {}", from, to, x);
        }
    }

    /** The file was changed: a subclass may compress the old one. */
    protected void rollover(File oldFile, File backupFile, File newFile) {}

    private void removeOldFiles(ZonedDateTime now) {
        if (file == null || retainDays <= 0 && retainFiles <= 0) {
            return;
        }
        Instant expired = retainDays <= 0 ? null : now.minusDays(retainDays).toInstant();
        oldFiles.delete(file.toPath(), expired, retainFiles);
    }

    /** Changes the file if the day is over, or if it would become too large. */
    private OutputStream current(int length) throws IOException {
        if (out == null) {
            throw new IOException("closed: " + filename);
        }
        long time = System.currentTimeMillis();
        if (time >= midnight) {
            ZonedDateTime now = Instant.ofEpochMilli(time).atZone(zone);
            midnight = toMidnight(now).toInstant().toEpochMilli();
            open(now);
            removeOldFiles(now);
        }
        reopenIfMoved();
        if (maxFileSize > 0 && size > 0 && size + length > maxFileSize) {
            rollBySize();
        }
        size += length;
        return out;
    }

    @Override
    public void write(int b) throws IOException {
        try (AutoLock l = lock.lock()) {
            current(1).write(b);
        }
    }

    @Override
    public void write(byte[] buf) throws IOException {
        write(buf, 0, buf.length);
    }

    @Override
    public void write(byte[] buf, int off, int len) throws IOException {
        try (AutoLock l = lock.lock()) {
            current(len).write(buf, off, len);
        }
    }

    @Override
    public void flush() throws IOException {
        try (AutoLock l = lock.lock()) {
            if (out != null) {
                out.flush();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (AutoLock l = lock.lock()) {
            if (out != null) {
                out.close();
            }
            out = null;
            file = null;
        }
    }
}
