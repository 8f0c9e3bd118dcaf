package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.eclipse.jetty.util.ServletNamespace;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.XmlParser;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Looks at the content of one web application: libraries, {@code web.xml}, and XML files for the server. */
final class WebApplicationCheck {
    private final CheckedConfiguration configuration;
    private final Path root;
    private final String prefix;
    private final String environment;

    /** The prefix is put before the paths in messages: {@code shop.war!/}. */
    WebApplicationCheck(CheckedConfiguration configuration, Path root, String prefix, String environment) {
        this.configuration = configuration;
        this.root = root;
        this.prefix = prefix;
        this.environment = environment;
    }

    /** Checks all; returns the context path that the descriptor declares. */
    @Nullable
    String check() {
        Path webInf = root.resolve("WEB-INF");
        if (!Files.isDirectory(webInf)) {
            return null;
        }
        try {
            checkLibraries(webInf.resolve("lib"));
            checkNamespace(webInf.resolve("classes"));
            for (String name : List.of("jetty-web.xml", "jetty-" + environment + "-web.xml")) {
                checkXml(webInf.resolve(name));
            }
            Path descriptor = webInf.resolve("web.xml");
            return Files.isRegularFile(descriptor) ? checkDescriptor(descriptor) : null;
        } catch (IOException x) {
            configuration.error(prefix + "WEB-INF", "cannot be read: " + x.getMessage(), "build the archive again");
            return null;
        }
    }

    private void checkLibraries(Path lib) throws IOException {
        if (!Files.isDirectory(lib)) {
            return;
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, "*.jar")) {
            for (Path jar : jars) {
                if (!isArchive(jar)) {
                    configuration.error(
                            prefix + "WEB-INF/lib/" + jar.getFileName(),
                            "not an archive",
                            "build the application again");
                }
            }
        }
    }

    private void checkNamespace(Path classes) throws IOException {
        if (!environment.startsWith("ee") || !Files.isDirectory(classes)) {
            return;
        }
        ServletNamespace own = ServletNamespace.ofEnvironment(environment);
        Path foreign = own.findForeignClass(classes);
        if (foreign != null) {
            configuration.error(
                    prefix + "WEB-INF/classes/" + classes.relativize(foreign),
                    "imports " + own.other().packageName() + ", which is not in " + environment,
                    own.remedy());
        }
    }

    private static boolean isArchive(Path jar) throws IOException {
        try (InputStream in = Files.newInputStream(jar);
                ZipInputStream zip = new ZipInputStream(in)) {
            return zip.getNextEntry() != null;
        } catch (ZipException x) {
            return false;
        }
    }

    private void checkXml(Path file) throws IOException {
        if (Files.isRegularFile(file) && parse(file, file.getFileName().toString()) != null) {
            configuration.checkFile(
                    file,
                    EnvironmentFilesCheck.loader(configuration, environment),
                    false,
                    Map.of(),
                    "org.eclipse.jetty." + environment + ".webapp.WebAppContext");
        }
    }

    private @Nullable String checkDescriptor(Path file) throws IOException {
        XmlParser.Node descriptor = parse(file, "web.xml");
        if (descriptor == null) {
            return null;
        }
        WebDescriptorCheck check = new WebDescriptorCheck(configuration, descriptor, this::hasClass);
        check.check();
        return check.contextPath();
    }

    private XmlParser.@Nullable Node parse(Path file, String name) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            InputSource source = new InputSource(in);
            source.setSystemId(prefix + "WEB-INF/" + name);
            return new XmlParser().parse(source);
        } catch (SAXException x) {
            configuration.malformed(String.valueOf(x.getMessage()));
            return null;
        }
    }

    /** Whether the class is in the application, its libraries, its environment or the server. */
    private boolean hasClass(String className) {
        String name = className.replace('.', '/') + ".class";
        if (Files.exists(root.resolve("WEB-INF/classes").resolve(name))) {
            return true;
        }
        if (EnvironmentFilesCheck.loader(configuration, environment).getResource(name) != null) {
            return true;
        }
        Path lib = root.resolve("WEB-INF/lib");
        if (!Files.isDirectory(lib)) {
            return false;
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, "*.jar")) {
            for (Path jar : jars) {
                if (holds(jar, name)) {
                    return true;
                }
            }
            return false;
        } catch (IOException x) {
            // a library that cannot be read has been told
            return true;
        }
    }

    private static boolean holds(Path jar, String name) throws IOException {
        try (InputStream in = Files.newInputStream(jar);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals(name)) {
                    return true;
                }
            }
            return false;
        }
    }
}
