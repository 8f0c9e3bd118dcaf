package org.eclipse.jetty.start.change;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.eclipse.jetty.start.report.ConfigReport;

/**
 * Writes the ini files of the base: {@code start.ini} or {@code start.d/*.ini}.
 *
 * <p>Confined to the main thread.
 */
public final class IniEditor {
    private static final String RULE = "# --------------------------------------- ";

    private final BaseHome baseHome;
    private final Path startIni;
    private final Path startD;
    private boolean modified;

    public IniEditor(BaseHome baseHome) {
        this.baseHome = baseHome;
        this.startIni = baseHome.base().resolve("start.ini");
        this.startD = baseHome.base().resolve("start.d");
    }

    /** Whether anything was written. */
    public boolean isModified() {
        return modified;
    }

    /** {@code --create-start-d}: start.ini moves into start.d. */
    public void createStartD() {
        try {
            makeStartD();
            if (!Files.exists(startIni)) {
                return;
            }
            Path target = startD.resolve("start.ini");
            if (Files.exists(target)) {
                throw new StartException(
                        StartException.UNKNOWN,
                        "Both ${jetty.base}/start.ini and ${jetty.base}/start.d/start.ini exist. Remove or rename one");
            }
            Files.move(startIni, target);
            StartLog.info("move ${jetty.base}/start.ini to ${jetty.base}/start.d/start.ini");
            modified = true;
        } catch (IOException e) {
            throw failed("create start.d", e);
        }
    }

    private void makeStartD() throws IOException {
        if (Files.isDirectory(startD)) {
            return;
        }
        Files.createDirectories(startD);
        StartLog.info("mkdir ${jetty.base}/start.d");
        modified = true;
    }

    /** {@code --create-start-ini}: the files of start.d are put together in start.ini, and start.d goes. */
    public void createStartIni() {
        try {
            if (!Files.exists(startIni)) {
                Files.createFile(startIni);
                StartLog.info("create ${jetty.base}/start.ini");
                modified = true;
            }
            if (!Files.isDirectory(startD)) {
                return;
            }
            for (Path file : IniReader.startDotD(baseHome.base())) {
                String text = IniReader.text(file);
                append(startIni, text.endsWith("\n") ? text : text + "\n");
                StartLog.info("copy " + baseHome.toShortForm(file) + " into ${jetty.base}/start.ini");
                Files.delete(file);
            }
            deleteIfEmpty();
            modified = true;
        } catch (IOException e) {
            throw failed("create start.ini", e);
        }
    }

    private void deleteIfEmpty() throws IOException {
        try (var rest = Files.newDirectoryStream(startD)) {
            if (rest.iterator().hasNext()) {
                StartLog.warn("${jetty.base}/start.d holds other files and stays");
                return;
            }
        }
        Files.delete(startD);
    }

    /** Writes the ini of a module, with the given settings put in place of those of its template. */
    public void writeModule(ModuleFile module, IniSettings settings) {
        StringBuilder ini = new StringBuilder();
        ini.append(RULE).append('\n').append("# Module: ").append(module.name()).append('\n');
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.DESCRIPTION)) {
            ini.append("# ").append(entry.text()).append('\n');
        }
        ini.append(RULE).append('\n').append("--modules=").append(module.name()).append("\n\n");
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.INI_TEMPLATE)) {
            ini.append(settings.replaced(entry.text(), module.name(), "property set"))
                    .append('\n');
        }
        if (ini.charAt(ini.length() - 2) != '\n') {
            ini.append('\n');
        }
        try {
            if (Files.exists(startIni) && !Files.isDirectory(startD)) {
                append(startIni, ini.toString());
                initialized(module, startIni);
                return;
            }
            makeStartD();
            Path file = startD.resolve(module.name().replace('/', '-') + ".ini");
            // what an operator wrote there stays
            if (Files.exists(file) && !IniReader.text(file).endsWith("\n")) {
                append(file, "\n");
            }
            append(file, ini.toString());
            initialized(module, file);
        } catch (IOException e) {
            throw failed("write the ini of " + module, e);
        }
    }

    private void initialized(ModuleFile module, Path file) {
        log(module.name(), "initialized in " + baseHome.toShortForm(file));
        modified = true;
    }

    static void log(String name, String message) {
        StartLog.info(ConfigReport.pad(name, 15) + " " + message);
    }

    private void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        modified = true;
    }

    /** {@code --update-ini}: sets the values in all lines, also commented ones, that name the properties. */
    public void update(List<StartProperties.Property> values) {
        IniSettings settings = new IniSettings(values);
        for (Path file : IniReader.files(baseHome.base())) {
            update(file, settings);
        }
    }

    private void update(Path file, IniSettings settings) {
        String name = file.getFileName().toString();
        String module = name.substring(0, name.length() - ".ini".length());
        String text = IniReader.text(file);
        List<String> lines = new ArrayList<>();
        boolean changed = false;
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            if (end < 0) {
                end = text.length();
            }
            boolean isOfWindows = end > start && text.charAt(end - 1) == '\r';
            String line = text.substring(start, isOfWindows ? end - 1 : end);
            String now = settings.replaced(line, module, "property updated");
            changed |= !now.equals(line);
            lines.add(isOfWindows ? now + '\r' : now);
            start = end + 1;
        }
        if (!changed) {
            return;
        }
        try {
            Files.writeString(file, String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw failed("write " + file, e);
        }
        log(module, "updated " + baseHome.toShortForm(file));
        modified = true;
    }

    private static StartException failed(String what, IOException e) {
        return new StartException(StartException.UNKNOWN, "Cannot " + what + ": " + e, e);
    }

    /** Whether a name is that of a property which says where the files are, and is written into none. */
    static boolean isOwnProperty(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals("jetty.home") || lower.equals("jetty.base");
    }
}
