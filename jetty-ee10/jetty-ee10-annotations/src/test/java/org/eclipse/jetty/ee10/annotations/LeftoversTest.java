package org.eclipse.jetty.ee10.annotations;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.webapp.WarFiles;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebAppServer;
import org.junit.jupiter.api.Test;

/** What an application leaves behind when it is stopped: its libraries are closed, its threads are named. */
class LeftoversTest extends WebAppServer {
    @WebServlet("/driver")
    public static class Driving extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                response.getWriter()
                        .print(Class.forName("org.h2.Driver").getClassLoader()
                                == getClass().getClassLoader());
            } catch (ClassNotFoundException x) {
                response.getWriter().print(x);
            }
        }
    }

    @WebServlet("/timer")
    public static class Ticking extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            getServletContext().setAttribute("timer", new Timer("ticking of the application", true));
            response.getWriter().print("ticks");
        }
    }

    private WebAppContext serve() throws Exception {
        Path directory = new WarFiles().classes(Driving.class, Ticking.class).directory(temp.resolve("app"));
        Path lib = Files.createDirectories(directory.resolve("WEB-INF/lib"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            if (jar.getFileName().toString().startsWith("h2-")) Files.copy(jar, lib.resolve("h2.jar"));
        }
        WebAppContext context = deploy(directory, "/app");
        server.start();
        return context;
    }

    @Test
    void librariesAreClosed() throws Exception {
        WebAppContext context = serve();
        assertThat(body(get("/app/driver"))).isEqualTo("true");
        context.stop();
        assertThat(openFiles("h2.jar")).isEmpty();
    }

    @Test
    void threadThatStillRunsIsNamed() throws Exception {
        WebAppContext context = serve();
        assertThat(body(get("/app/timer"))).isEqualTo("ticks");
        Timer timer = (Timer) context.getServletContext().getAttribute("timer");
        context.stop();
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("has not ended its thread ticking of the application", "/app");
        timer.cancel();
    }

    /** The open files of this process of that name, where the system tells. */
    private static List<String> openFiles(String name) throws IOException {
        List<String> open = new ArrayList<>();
        Path self = Path.of("/proc/self/fd");
        if (!Files.isDirectory(self)) return open;
        try (Stream<Path> files = Files.list(self)) {
            for (Path file : files.toList()) {
                try {
                    String target = Files.readSymbolicLink(file).toString();
                    if (target.endsWith("/" + name)) open.add(target);
                } catch (IOException x) {
                    // closed meanwhile
                }
            }
        }
        return open;
    }
}
