package org.eclipse.jetty.tests.maven;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

/** A project with a web application, made in a directory of a test. Confined to its test. */
final class Project {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Path directory;
    private final Environment environment;
    private String dependencies = "";
    private String configuration = "";
    private String executions = "";
    private String plugins = "";
    private String overlays = "";
    private String plugin;

    Project(Path directory, Environment environment) {
        this.directory = directory;
        this.environment = environment;
    }

    /** Adds to the dependencies. */
    Project dependencies(String xml) {
        dependencies += xml;
        return this;
    }

    /** Adds to the configuration of the plugin under test. */
    Project configuration(String xml) {
        configuration += xml;
        return this;
    }

    /** Sets the executions of the plugin under test. */
    Project executions(String xml) {
        executions = xml;
        return this;
    }

    /** Adds other plugins. */
    Project plugins(String xml) {
        plugins += xml;
        return this;
    }

    /** Sets the configuration of overlays. */
    Project overlays(String xml) {
        overlays = xml;
        return this;
    }

    /** Sets the whole of the plugin under test. */
    Project plugin(String xml) {
        plugin = xml;
        return this;
    }

    Project file(String path, String content) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    /** Writes the servlet at {@code /hello}, which answers with a text. */
    Project servlet(String text) throws IOException {
        return file("src/main/java/com/example/Hello.java", """
            package com.example;

            import java.io.IOException;
            import %1$s.annotation.WebServlet;
            import %1$s.http.HttpServlet;
            import %1$s.http.HttpServletRequest;
            import %1$s.http.HttpServletResponse;

            @WebServlet("/hello")
            public class Hello extends HttpServlet {
                @Override
                protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                    response.getWriter().print("%2$s " + System.getProperty("greeting"));
                }
            }
            """.formatted(environment.namespace(), text));
    }

    /** Writes the pom, and returns the directory. */
    Path write() throws IOException {
        file("pom.xml", """
            <project>
              <modelVersion>4.0.0</modelVersion>
              <groupId>com.example</groupId>
              <artifactId>hello</artifactId>
              <version>1</version>
              <packaging>war</packaging>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencies>
                %1$s
              </dependencies>
              <build>
                <finalName>hello</finalName>
                <plugins>
                  %2$s
                  %3$s
                  <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
                  <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
                  <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version></plugin>
                  <plugin>
                    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-war-plugin</artifactId><version>3.4.0</version>
                    <configuration><failOnMissingWebXml>false</failOnMissingWebXml>%4$s</configuration>
                  </plugin>
                </plugins>
              </build>
            </project>
            """.formatted(
                environment.dependency() + dependencies, plugin == null ? defaultPlugin() : plugin, plugins, overlays));
        return directory;
    }

    private String defaultPlugin() {
        return "<plugin>" + environment.plugin() + "<configuration>" + configuration + "</configuration><executions>"
                + executions + "</executions></plugin>";
    }

    /** Asks for a page, and returns its status and text. */
    static String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body().strip();
    }
}
