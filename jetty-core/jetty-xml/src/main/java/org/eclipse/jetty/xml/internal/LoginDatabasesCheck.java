package org.eclipse.jetty.xml.internal;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether the files of realms are there, and at the properties files of realms whose users are in a database: each is there, and names the database, a driver that is there,
 * and tables and columns that may be named so. The database is not asked.
 */
public final class LoginDatabasesCheck implements ConfigurationCheck {
    private static final String FILE_SERVICE = "org.eclipse.jetty.security.HashLoginService";
    private static final String SERVICE = "org.eclipse.jetty.security.JDBCLoginService";

    /** What a realm cannot do without, all names of tables and columns. */
    private static final List<String> NAMES = List.of(
            "usertable",
            "usertablekey",
            "usertableuserfield",
            "usertablepasswordfield",
            "roletable",
            "roletablekey",
            "roletablerolefield",
            "userroletable",
            "userroletableuserkey",
            "userroletablerolekey");

    private static final List<String> OTHERS = List.of("jdbcdriver", "url", "username", "password");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*)*");
    private static final Pattern BAD_ESCAPE = Pattern.compile("(?<!\\\\)(\\\\\\\\)*\\\\u(?![0-9a-fA-F]{4})");

    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject service : configuration.objects(FILE_SERVICE)) {
            CheckedObject.Setting file = service.setting("config");
            if (file != null && file.isKnown() && file.text() != null) {
                existing(configuration, file, "a properties file of users");
            }
        }
        for (CheckedObject service : configuration.objects(SERVICE)) {
            CheckedObject.Setting file = file(service);
            if (file != null && file.isKnown() && file.text() != null) {
                check(configuration, service, file);
            }
        }
    }

    @Override
    public boolean isOfApplications() {
        return true;
    }

    /** It is set, or the last argument of the two constructors that take it. */
    private static CheckedObject.@Nullable Setting file(CheckedObject service) {
        CheckedObject.Setting set = service.setting("config");
        List<CheckedObject.Setting> arguments = service.arguments();
        if (set != null || arguments.size() < 2) {
            return set;
        }
        return arguments.get(arguments.size() - 1);
    }

    private static void check(
            CheckedConfiguration configuration, CheckedObject service, CheckedObject.Setting setting) {
        Path file = existing(configuration, setting, "the properties file of a database of users");
        if (file == null) {
            return;
        }
        try {
            check(configuration, service, file);
        } catch (IOException x) {
            configuration.error(file.toString(), "cannot be read: " + x, "let the server read it");
        }
    }

    /** The file; null when it does not exist, which is reported, or is a URL that only the server reads. */
    private static @Nullable Path existing(
            CheckedConfiguration configuration, CheckedObject.Setting setting, String expected) {
        String text = setting.text();
        if (text == null) {
            return null;
        }
        Path file;
        try {
            file = text.startsWith("file:") ? Path.of(URI.create(text)) : Path.of(text);
        } catch (IllegalArgumentException | FileSystemNotFoundException x) {
            return null;
        }
        if (Files.isRegularFile(file)) {
            return file;
        }
        configuration.wrong(setting.place(), setting.property(), "config: " + file + " does not exist", expected);
        return null;
    }

    private static void check(CheckedConfiguration configuration, CheckedObject service, Path file) throws IOException {
        List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        } catch (IllegalArgumentException x) {
            configuration.error(
                    place(file, lines, BAD_ESCAPE),
                    "not a properties file: " + x.getMessage(),
                    "write name=value, and \\uXXXX with four hexadecimal digits");
            return;
        }
        for (String key : properties.stringPropertyNames()) {
            if (!NAMES.contains(key) && !OTHERS.contains(key)) {
                configuration.warning(
                        place(file, lines, key(key)),
                        "unknown key " + key
                                + CheckedConfiguration.didYouMean(
                                        key,
                                        java.util.stream.Stream.of(NAMES, OTHERS)
                                                .flatMap(List::stream)
                                                .toList()),
                        "nothing reads it");
            }
        }
        String url = properties.getProperty("url");
        if (url == null || url.isBlank()) {
            wrong(configuration, file, lines, "url", url, "the URL of the database");
        }
        for (String name : NAMES) {
            String value = properties.getProperty(name);
            if (value == null || !NAME.matcher(value).matches()) {
                wrong(configuration, file, lines, name, value, "the name of a table or column");
            }
        }
        checkDriver(configuration, service, file, lines, properties.getProperty("jdbcdriver"));
    }

    /** The driver of a realm of the server; that of an application may be in its own libraries, which are not looked at. */
    private static void checkDriver(
            CheckedConfiguration configuration,
            CheckedObject service,
            Path file,
            List<String> lines,
            @Nullable String driver) {
        if (driver == null || driver.isBlank() || !configuration.isOfServer(service)) {
            return;
        }
        try {
            Class.forName(driver.trim(), false, LoginDatabasesCheck.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError x) {
            wrong(
                    configuration,
                    file,
                    lines,
                    "jdbcdriver",
                    driver,
                    "the class of a driver whose jar is in lib/ext, with module ext");
        }
    }

    private static void wrong(
            CheckedConfiguration configuration,
            Path file,
            List<String> lines,
            String key,
            @Nullable String value,
            String expected) {
        configuration.wrong(
                place(file, lines, key(key)), null, value == null ? key + " is missing" : key + ": " + value, expected);
    }

    private static Pattern key(String key) {
        return Pattern.compile("^\\s*" + Pattern.quote(key) + "\\s*([=:\\s]|$)");
    }

    /** The last line that the pattern is found in, which is the one that counts; the file when there is none. */
    private static String place(Path file, List<String> lines, Pattern pattern) {
        for (int i = lines.size(); i > 0; i--) {
            if (pattern.matcher(lines.get(i - 1)).find()) {
                return file + ":" + i;
            }
        }
        return file.toString();
    }
}
