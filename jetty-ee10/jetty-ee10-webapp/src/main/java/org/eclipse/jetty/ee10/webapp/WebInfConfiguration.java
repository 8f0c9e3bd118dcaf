package org.eclipse.jetty.ee10.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.ee.webapp.UnpackedFiles;
import org.eclipse.jetty.ee10.webapp.internal.WarExtractor;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.resource.Resources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Unpacks the application, and puts its classes and libraries on the class path. Thread-safe. */
public class WebInfConfiguration extends AbstractConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(WebInfConfiguration.class);

    public WebInfConfiguration() {
        super(new Builder());
    }

    @Override
    public void preConfigure(WebAppContext context) throws Exception {
        unpack(context);
        if (!(context.getClassLoader() instanceof org.eclipse.jetty.ee.webapp.WebAppClassLoader loader)) {
            return;
        }
        Resource webInf = context.getWebInf();
        if (webInf == null) {
            return;
        }
        // classes come before libraries (Servlet section 10.5)
        Resource classes = webInf.resolve("classes/");
        for (Resource directory : onDisk(classes)) {
            loader.addClassPath(directory);
        }
        loader.addJars(webInf.resolve("lib/"));
    }

    @Override
    public void configure(WebAppContext context) throws Exception {
        // by now the descriptors are parsed and the configurations known
        UnreadAnnotations.warn(context);
        ForeignClasses.warn(
                context.getContextPath() + " " + context.getWar(),
                context.getMetaData().getWebInfClassesResources());
    }

    /** The directories of the file system that make up a directory: an archive that is mounted was unpacked beside it. */
    static List<Resource> onDisk(@Nullable Resource directory) {
        List<Resource> parts = new ArrayList<>();
        if (!Resources.isDirectory(directory)) {
            return parts;
        }
        for (Resource part : directory) {
            if (part.getPath() != null && part.getPath().getFileSystem() == FileSystems.getDefault()) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** Makes the base resource of the WAR: a directory as it is, a file unpacked or mounted. */
    public void unpack(WebAppContext context) throws IOException {
        Resource war = context.getWarResource();
        if (war == null) {
            if (context.getBaseResource() == null) {
                throw new IOException("no WAR and no base resource is set for " + context.getContextPath());
            }
            return;
        }
        if (war.isDirectory()) {
            context.setBaseResource(war);
            return;
        }
        Path temp = Objects.requireNonNull(context.getTempDirectory(), "temporary directory")
                .toPath();
        Path file = war.getPath();
        if (file == null || !"file".equals(file.toUri().getScheme())) {
            file = fetch(war, temp);
        }
        ResourceFactory resources = context.getResourceFactory();
        if (context.isExtractWAR()) {
            Path target = temp.resolve("webapp");
            if (!isCurrent(file, target)) {
                IO.delete(target);
                WarExtractor.extract(file, Files.createDirectories(target), "", UnpackedFiles.of(context.getServer()));
                mark(file, target);
            } else {
                LOG.debug("{} is unpacked already in {}", file, target);
            }
            context.setBaseResource(resources.newResource(target));
        } else {
            // class loaders read no archive within another one
            Path target = temp.resolve("webinf");
            IO.delete(target);
            WarExtractor.extract(
                    file, Files.createDirectories(target), "WEB-INF/", UnpackedFiles.of(context.getServer()));
            Resource webInf = Objects.requireNonNull(resources.newResource(target), target::toString);
            Resource content = Objects.requireNonNull(resources.newJarFileResource(file.toUri()), file::toString);
            context.setBaseResource(ResourceFactory.combine(webInf, content));
        }
    }

    private static Path fetch(Resource war, Path temp) throws IOException {
        Path file = temp.resolve("fetched.war");
        try (InputStream in = war.newInputStream()) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        return file;
    }

    /** A persistent directory keeps what was unpacked, until the WAR changes. */
    private static boolean isCurrent(Path war, Path target) throws IOException {
        Path mark = target.resolveSibling("webapp.unpacked");
        return Files.isDirectory(target) && Files.exists(mark) && stamp(war).equals(Files.readString(mark));
    }

    private static void mark(Path war, Path target) throws IOException {
        Files.writeString(target.resolveSibling("webapp.unpacked"), stamp(war));
    }

    private static String stamp(Path war) throws IOException {
        FileTime time = Files.getLastModifiedTime(war);
        return war.toAbsolutePath() + " " + Files.size(war) + " " + time.toMillis();
    }

    /** Returns the name of the temporary directory of an application. */
    public static String getCanonicalNameForWebAppTmpDir(WebAppContext context) {
        return context.getCanonicalNameForTmpDir();
    }
}
