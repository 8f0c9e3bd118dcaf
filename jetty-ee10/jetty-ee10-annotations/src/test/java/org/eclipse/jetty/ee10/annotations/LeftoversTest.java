package org.eclipse.jetty.ee10.annotations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.ee.webapp.WebAppClassLoader;
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

    @WebServlet("/hook")
    public static class Hooking extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            Thread hook = new Thread(() -> {}, "hook of the application");
            Runtime.getRuntime().addShutdownHook(hook);
            getServletContext().setAttribute("hook", hook);
            response.getWriter().print("hooked");
        }
    }

    @WebServlet("/busy")
    public static class Busy extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            CountDownLatch end = (CountDownLatch) getServletContext().getAttribute("end");
            ((CountDownLatch) getServletContext().getAttribute("begin")).countDown();
            try {
                end.await();
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private WebAppContext serve() throws Exception {
        Path directory = new WarFiles()
                .classes(Driving.class, Ticking.class, Hooking.class, Busy.class)
                .directory(temp.resolve("app"));
        Path lib = Files.createDirectories(directory.resolve("WEB-INF/lib"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            if (jar.getFileName().toString().startsWith("h2-")) {
                Files.copy(jar, lib.resolve("h2.jar"));
            }
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

    @Test
    void shutdownHookIsNamedWhereTheJvmShowsThem() throws Exception {
        assumeThat(Object.class.getModule().isOpen("java.lang", WebAppClassLoader.class.getModule()))
                .as("java.lang is open, as start.jar has it")
                .isTrue();
        WebAppContext context = serve();
        assertThat(body(get("/app/hook"))).isEqualTo("hooked");
        Thread hook = (Thread) context.getServletContext().getAttribute("hook");
        context.stop();
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("has not removed its shutdown hook hook of the application", "/app");
        Runtime.getRuntime().removeShutdownHook(hook);
    }

    @Test
    void threadOfTheServerIsNamedWhileItRunsCodeOfTheApplication() throws Exception {
        WebAppContext context = serve();
        CountDownLatch begin = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        context.getServletContext().setAttribute("begin", begin);
        context.getServletContext().setAttribute("end", end);
        CompletableFuture<Void> request = CompletableFuture.runAsync(() -> {
            try {
                get("/app/busy");
            } catch (Exception x) {
                throw new CompletionException(x);
            }
        });
        begin.await();
        context.stop();
        end.countDown();
        assertThat(warnings()).singleElement().asString().contains("has not ended its thread", "/app");
        request.handle((ok, x) -> null).get(60, TimeUnit.SECONDS);
    }

    /** The open files of this process of that name, where the system tells. */
    private static List<String> openFiles(String name) throws IOException {
        List<String> open = new ArrayList<>();
        Path self = Path.of("/proc/self/fd");
        if (!Files.isDirectory(self)) {
            return open;
        }
        try (Stream<Path> files = Files.list(self)) {
            for (Path file : files.toList()) {
                try {
                    String target = Files.readSymbolicLink(file).toString();
                    if (target.endsWith("/" + name)) {
                        open.add(target);
                    }
                } catch (IOException x) {
                    // closed meanwhile
                }
            }
        }
        return open;
    }
}
