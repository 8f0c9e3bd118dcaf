package org.eclipse.jetty.tests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A WAR in the making. Confined to its test. */
final class War {
    private final Map<String, byte[]> entries = new TreeMap<>();

    War file(String name, String text) {
        entries.put(name, text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Adds a class of the tests to WEB-INF/classes. */
    War type(Class<?> type) {
        return type(type.getName());
    }

    /** The same of one that is not public. */
    War type(String className) {
        String name = className.replace('.', '/') + ".class";
        try (InputStream in = War.class.getClassLoader().getResourceAsStream(name)) {
            entries.put("WEB-INF/classes/" + name, in.readAllBytes());
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return this;
    }

    /** Adds a jar to WEB-INF/lib. */
    War library(Path jar) {
        try {
            entries.put("WEB-INF/lib/" + jar.getFileName(), Files.readAllBytes(jar));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
        return this;
    }

    /** Adds a web.xml with one servlet, mapped to a pattern. */
    War servlet(String className, String pattern, boolean loadOnStartup) {
        return file("WEB-INF/web.xml", """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
                  <servlet>
                    <servlet-name>one</servlet-name>
                    <servlet-class>%s</servlet-class>
                    %s
                    <async-supported>true</async-supported>
                  </servlet>
                  <servlet-mapping>
                    <servlet-name>one</servlet-name>
                    <url-pattern>%s</url-pattern>
                  </servlet-mapping>
                </web-app>
                """.formatted(
                        className, loadOnStartup ? "<load-on-startup>1</load-on-startup>" : "", pattern));
    }

    War servlet(Class<?> type, String pattern) {
        return type(type).servlet(type.getName(), pattern, true);
    }

    /** Writes the WAR to webapps/ of a base. */
    void deploy(Base base, String name) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
            zip.finish();
            Path file = Files.write(base.resolve("tmp/made-" + name), bytes.toByteArray());
            base.deploy(name, file);
            Files.delete(file);
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
