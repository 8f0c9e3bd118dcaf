package org.eclipse.jetty.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * Writes the XML file that makes the application of a goal in another process: a forked JVM, or a server of the distribution.
 * Confined to its goal.
 */
public final class ContextXml {
    private static final String RESOURCES = "org.eclipse.jetty.util.resource.ResourceFactory";

    private final StringBuilder xml = new StringBuilder();

    /** @param type the class of the context */
    public ContextXml(String type) {
        xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(
                "<!DOCTYPE Configure PUBLIC \"-//Jetty//Configure//EN\" \"https://jetty.org/configure_10_0.dtd\">\n");
        xml.append("<Configure id=\"application\" class=\"").append(type).append("\">\n");
    }

    /** Sets a property of the context; null leaves it. */
    public ContextXml set(String name, @Nullable Object value) {
        if (value != null) {
            xml.append("  <Set name=\"")
                    .append(name)
                    .append("\">")
                    .append(text(value))
                    .append("</Set>\n");
        }
        return this;
    }

    /** Calls a method with texts, for instance {@code setAttribute}. */
    public ContextXml call(String name, String... arguments) {
        xml.append("  <Call name=\"").append(name).append("\">");
        for (String argument : arguments) {
            xml.append("<Arg>").append(text(argument)).append("</Arg>");
        }
        xml.append("</Call>\n");
        return this;
    }

    /** Sets the directories of the application, the first of which wins. */
    public ContextXml base(List<Path> directories) {
        if (directories.isEmpty()) {
            return this;
        }
        xml.append("  <Set name=\"baseResource\"><Call class=\"")
                .append(RESOURCES)
                .append("\" name=\"combine\"><Arg>");
        list(directories);
        xml.append("</Arg></Call></Set>\n");
        return this;
    }

    /** Sets the directories and archives of the class path. */
    public ContextXml classPath(List<Path> files) {
        if (files.isEmpty()) {
            return this;
        }
        xml.append("  <Call name=\"setExtraClasspath\"><Arg type=\"java.util.List\">");
        xml.append("<Call class=\"java.util.Arrays\" name=\"asList\"><Arg>");
        list(files);
        xml.append("</Arg></Call></Arg></Call>\n");
        return this;
    }

    private void list(List<Path> files) {
        xml.append("<Array type=\"org.eclipse.jetty.util.resource.Resource\">");
        for (Path file : files) {
            xml.append("\n    <Item>");
            resource(file);
            xml.append("</Item>");
        }
        xml.append("\n  </Array>");
    }

    /** Has the context make a resource of a file. */
    private void resource(Path file) {
        xml.append("<Call name=\"newResource\"><Arg type=\"String\">")
                .append(text(file.toUri().toASCIIString()));
        xml.append("</Arg></Call>");
    }

    /** Applies another XML file to the context, after everything that was set before. */
    public ContextXml apply(Path file) {
        xml.append("  <New class=\"org.eclipse.jetty.xml.XmlConfiguration\">\n    <Arg>");
        resource(file);
        xml.append("</Arg>\n    <Call name=\"configure\"><Arg><Ref refid=\"application\"/></Arg></Call>\n  </New>\n");
        return this;
    }

    /** Writes the file in one step, so that a process that watches it reads all of it. */
    public void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Path part = Files.writeString(file.resolveSibling(file.getFileName() + ".part"), xml + "</Configure>\n");
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String text(Object value) {
        return StringUtil.sanitizeXmlString(value.toString());
    }
}
