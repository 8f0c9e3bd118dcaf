package org.eclipse.jetty.tests.embedders.artemis;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.security.auth.Subject;
import org.apache.activemq.artemis.spi.core.security.jaas.UserPrincipal;

/** An application as the console is one: it logs users in by itself, and keeps them in the session. */
public class Console extends HttpServlet {
    private static final long serialVersionUID = 1;

    private static final String DESCRIPTOR = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="5.0">
              <display-name>hawtio</display-name>
              <servlet>
                <servlet-name>console</servlet-name>
                <servlet-class>org.eclipse.jetty.tests.embedders.artemis.Console</servlet-class>
              </servlet>
              <servlet-mapping><servlet-name>console</servlet-name><url-pattern>/auth/*</url-pattern></servlet-mapping>
            </web-app>
            """;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String user = request.getParameter("user");
        if (user == null) {
            response.sendError(403);
            return;
        }
        Subject subject = new Subject(true, Set.of(new UserPrincipal(user)), Set.of(), Set.of());
        request.getSession().setAttribute("subject", subject);
        response.getWriter().print("Hello, " + user + ", by " + request.getScheme());
    }

    /** Writes a WAR with this servlet and a page. */
    static void write(Path war) throws IOException {
        Files.createDirectories(war.getParent());
        String type = Console.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(war);
                ZipOutputStream zip = new ZipOutputStream(file);
                InputStream code = Console.class.getClassLoader().getResourceAsStream(type)) {
            add(zip, "WEB-INF/web.xml", DESCRIPTOR.getBytes(StandardCharsets.UTF_8));
            add(zip, "WEB-INF/classes/" + type, code.readAllBytes());
            add(zip, "index.html", "<p>welcome".getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
