package org.eclipse.jetty.util;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.TimeZone;
import org.eclipse.jetty.util.thread.AutoLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to a file that is a new one every day.
 *
 * <p>Where the file name holds "yyyy_mm_dd", the date comes there; without it, the old file is renamed to a name with the
 * date. Files older than the days to retain are deleted. The day changes with the first write after midnight: no thread
 * or timer is needed. Thread-safe.
 */
public class RolloverFileOutputStream extends OutputStream {
    static final String YYYY_MM_DD = "yyyy_mm_dd";
    static final String ROLLOVER_FILE_DATE_FORMAT = "yyyy_MM_dd";
    static final String ROLLOVER_FILE_BACKUP_FORMAT = "HHmmssSSS";
    static final int ROLLOVER_FILE_RETAIN_DAYS = 31;
    private static final Logger LOG = LoggerFactory.getLogger(RolloverFileOutputStream.class);

    private final AutoLock lock = new AutoLock();
    private final DateTimeFormatter dateFormat;
    private final DateTimeFormatter backupFormat;
    private final ZoneId zone;
    private final String filename;
    private final boolean append;
    private final int retainDays;
    private OutputStream out;
    private File file;
    private long midnight;

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
            String filename, boolean append, int retainDays, TimeZone zone, String dateFormat, String backupFormat)
            throws IOException {
        if (StringUtil.isBlank(filename)) throw new IllegalArgumentException("Invalid filename: " + filename);
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
        midnight = toMidnight(now).toInstant().toEpochMilli();
        open(now);
        removeOldFiles(now);
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
    public String getDatedFilename() {
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
        if (directory == null || !directory.isDirectory() || !directory.canWrite())
            throw new IOException("Cannot write log directory " + directory);
        String name = base.getName();
        int date = dateIndex(name);
        if (date >= 0) {
            name = name.substring(0, date) + dateFormat.format(now) + name.substring(date + YYYY_MM_DD.length());
        }
        File next = new File(directory, name);
        if (next.exists() && !next.canWrite()) throw new IOException("Cannot write log file " + next);
        if (out != null && next.equals(file) && date >= 0) return;
        OutputStream old = out;
        File oldFile = file;
        if (!append && next.exists()) rename(next, new File(next + "." + backupFormat.format(now)));
        else if (old != null && date < 0) backup(oldFile, now);
        out = new FileOutputStream(next, append);
        file = next;
        IO.close(old);
        if (old != null) rollover(oldFile, oldFile, next);
    }

    private void backup(File oldFile, ZonedDateTime now) {
        File dated = new File(oldFile + "." + dateFormat.format(now.minusDays(1)));
        if (dated.exists()) dated = new File(dated + "." + backupFormat.format(now));
        rename(oldFile, dated);
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
        if (retainDays <= 0) return;
        Instant expired = now.minusDays(retainDays).toInstant();
        File base = new File(filename).getAbsoluteFile();
        String name = base.getName();
        int date = dateIndex(name);
        String prefix = date < 0 ? name : name.substring(0, date);
        String suffix = date < 0 ? "" : name.substring(date + YYYY_MM_DD.length());
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(base.getParentFile().toPath())) {
            for (Path candidate : files) {
                String candidateName = candidate.getFileName().toString();
                if (!candidateName.startsWith(prefix)
                        || candidateName.indexOf(suffix, prefix.length()) < 0
                        || candidate.equals(file.toPath())
                        || !Files.isRegularFile(candidate)) continue;
                if (Files.getLastModifiedTime(candidate).toInstant().isBefore(expired)) Files.deleteIfExists(candidate);
            }
        } catch (IOException x) {
            LOG.warn("Unable to remove old files of {}", filename, x);
        }
    }

    /** Changes the file if the day is over. */
    private OutputStream current() throws IOException {
        if (out == null) throw new IOException("closed: " + filename);
        long time = System.currentTimeMillis();
        if (time >= midnight) {
            ZonedDateTime now = Instant.ofEpochMilli(time).atZone(zone);
            midnight = toMidnight(now).toInstant().toEpochMilli();
            open(now);
            removeOldFiles(now);
        }
        return out;
    }

    @Override
    public void write(int b) throws IOException {
        try (AutoLock l = lock.lock()) {
            current().write(b);
        }
    }

    @Override
    public void write(byte[] buf) throws IOException {
        write(buf, 0, buf.length);
    }

    @Override
    public void write(byte[] buf, int off, int len) throws IOException {
        try (AutoLock l = lock.lock()) {
            current().write(buf, off, len);
        }
    }

    @Override
    public void flush() throws IOException {
        try (AutoLock l = lock.lock()) {
            if (out != null) out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        try (AutoLock l = lock.lock()) {
            if (out != null) out.close();
            out = null;
            file = null;
        }
    }
}
