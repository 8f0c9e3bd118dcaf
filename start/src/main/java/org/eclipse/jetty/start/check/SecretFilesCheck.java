package org.eclipse.jetty.start.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.modules.IniTemplate;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartLog;

/** Finds ini files of the base that hold a password and that every user of the machine can read. Confined to the main thread. */
final class SecretFilesCheck {
    private final BaseHome baseHome;
    private final Findings findings;

    SecretFilesCheck(BaseHome baseHome, Findings findings) {
        this.baseHome = baseHome;
        this.findings = findings;
    }

    void check() {
        for (Path file : IniReader.files(baseHome.base())) {
            if (isReadByAll(file)) {
                check(file);
            }
        }
    }

    private void check(Path file) {
        for (IniReader.Line line : IniReader.lines(file)) {
            int equals = line.text().indexOf('=');
            if (equals <= 0 || line.text().startsWith("--")) {
                continue;
            }
            String name = IniTemplate.name(line.text(), equals);
            String value = line.text().substring(equals + 1).trim();
            // what refers to another place is no secret itself
            if (Secrets.isSecret(name) && !value.isEmpty() && !value.startsWith("${")) {
                findings.warning(
                        name + " is in a file that all users of this machine can read",
                        new Origin(baseHome.toShortForm(file), line.number()),
                        "Let only the server's user read it, as by chmod o-r, or refer to an environment variable");
                return;
            }
        }
    }

    private static boolean isReadByAll(Path file) {
        try {
            return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                    && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException e) {
            StartLog.debug("permissions of " + file + " are not known: " + e);
            return false;
        }
    }
}
