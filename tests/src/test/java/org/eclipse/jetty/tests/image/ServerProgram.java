package org.eclipse.jetty.tests.image;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.EnumSet;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.ee10.servlet.DefaultServlet;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.DefaultHandler;
import org.eclipse.jetty.server.handler.InetAccessHandler;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.server.handler.StatisticsHandler;
import org.eclipse.jetty.server.handler.gzip.GzipHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Uses what an image is likely to: both versions of HTTP, TLS, handlers, a servlet context with all that belongs to one. */
public final class ServerProgram {
    private static final String PASSWORD = "storepwd";

    private ServerProgram() {}

    public static class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            request.getSession().setAttribute("seen", "yes");
            response.setContentType("text/plain;charset=utf-8");
            response.getWriter().print("hello ".repeat(1000));
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                response.getWriter().print(request.getPart("file").getSize() + request.getParameter("name"));
            } catch (jakarta.servlet.ServletException x) {
                response.sendError(400);
            }
        }
    }

    public static class Late extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            var async = request.startAsync();
            async.start(async::complete);
        }
    }

    public static class Pass extends HttpFilter {
        private static final long serialVersionUID = 1;
    }

    public static class Programmatic implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            var named = event.getServletContext().addServlet("named", Late.class.getName());
            named.addMapping("/named");
            named.setAsyncSupported(true);
        }
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder.resolve("files/sub"));
        Files.writeString(folder.resolve("files/page.html"), "<p>page");
        File keys = KeystoreGenerator.generateTestKeystore(
                folder.resolve("keystore.p12").toString(), PASSWORD);

        QueuedThreadPool threads = new QueuedThreadPool();
        if (VirtualThreads.areSupported()) {
            threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("virtual"));
        }
        Server server = new Server(threads);
        ServerConnector clear = connector(server, null);
        ServerConnector secure = connector(server, keys);
        server.setRequestLog(new CustomRequestLog(entry -> {}, CustomRequestLog.EXTENDED_NCSA_FORMAT));

        ResourceHandler files = new ResourceHandler();
        files.setBaseResource(ResourceFactory.of(files).newResource(folder.resolve("files")));
        files.setDirAllowed(true);
        ContextHandlerCollection contexts =
                new ContextHandlerCollection(new ContextHandler(files, "/files"), context(folder));
        InetAccessHandler access = new InetAccessHandler(new GzipHandler(contexts));
        access.include("127.0.0.1");
        server.setHandler(new Handler.Sequence(new StatisticsHandler(access), new DefaultHandler()));
        server.start();

        ask(HttpClient.newHttpClient(), "http://127.0.0.1:" + clear.getLocalPort());
        ask(trusting(keys), "https://localhost:" + secure.getLocalPort());
        server.stop();
        System.out.println("All answered");
    }

    private static ServerConnector connector(Server server, File keys) {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new ForwardedRequestCustomizer());
        ServerConnector connector;
        if (keys == null) {
            connector = new ServerConnector(
                    server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
        } else {
            configuration.addCustomizer(new SecureRequestCustomizer());
            SslContextFactory.Server tls = new SslContextFactory.Server();
            tls.setKeyStorePath(keys.toString());
            tls.setKeyStorePassword(PASSWORD);
            connector = new ServerConnector(
                    server,
                    new SslConnectionFactory(tls, "alpn"),
                    new ALPNServerConnectionFactory("h2", "http/1.1"),
                    new HTTP2ServerConnectionFactory(configuration),
                    new HttpConnectionFactory(configuration));
        }
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        return connector;
    }

    private static ServletContextHandler context(Path folder) throws IOException {
        ServletContextHandler context =
                new ServletContextHandler("/app", ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);
        context.setBaseResourceAsPath(folder.resolve("files"));
        context.addServlet(Hello.class, "/hello")
                .getRegistration()
                .setMultipartConfig(new MultipartConfigElement(folder.toString()));
        context.addServlet(Late.class, "/late").setAsyncSupported(true);
        context.addServlet(new ServletHolder("default", DefaultServlet.class), "/");
        context.addFilter(Pass.class, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ERROR))
                .setAsyncSupported(true);
        context.addEventListener(new Programmatic());
        ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
        errors.addErrorPage(418, "/hello");
        context.setErrorHandler(errors);
        UserStore users = new UserStore();
        users.addUser(
                "anna", Credential.getCredential("MD5:5ebe2294ecd0e0f08eab7690d2a6ee69"), new String[] {"member"});
        HashLoginService logins = new HashLoginService("realm");
        logins.setUserStore(users);
        ConstraintSecurityHandler security = (ConstraintSecurityHandler) context.getSecurityHandler();
        security.setLoginService(logins);
        security.setAuthenticationType("BASIC");
        ConstraintMapping members = new ConstraintMapping();
        members.setPathSpec("/page.html");
        members.setConstraint(Constraint.from("member"));
        security.addConstraintMapping(members);
        return context;
    }

    private static HttpClient trusting(File keys) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys.toPath())) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "server", store.getCertificate(store.aliases().nextElement()));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static void ask(HttpClient client, String base) throws Exception {
        for (HttpClient.Version version : HttpClient.Version.values()) {
            expect(client, version, HttpRequest.newBuilder(URI.create(base + "/app/hello")), 200);
            expect(client, version, HttpRequest.newBuilder(URI.create(base + "/app/late")), 200);
            expect(client, version, HttpRequest.newBuilder(URI.create(base + "/app/named")), 200);
            expect(client, version, HttpRequest.newBuilder(URI.create(base + "/app/nothing")), 404);
            expect(client, version, HttpRequest.newBuilder(URI.create(base + "/app/page.html")), 401);
            expect(
                    client,
                    version,
                    HttpRequest.newBuilder(URI.create(base + "/app/page.html"))
                            .header("Authorization", "Basic YW5uYTpzZWNyZXQ="),
                    200);
            expect(client, version, HttpRequest.newBuilder(URI.create(base + "/files/")), 200);
            expect(client, version, HttpRequest.newBuilder(URI.create(base + "/favicon.ico")), 200);
            expect(client, version, HttpRequest.newBuilder(URI.create(base + "/nothing")), 404);
            String method = "PROPFIND";
            expect(
                    client,
                    version,
                    HttpRequest.newBuilder(URI.create(base + "/app/hello")).method(method, BodyPublishers.noBody()),
                    501);
            expect(
                    client,
                    version,
                    HttpRequest.newBuilder(URI.create(base + "/app/hello"))
                            .header("Accept-Encoding", "gzip")
                            .method("OPTIONS", BodyPublishers.noBody()),
                    200);
            String parts = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nabc\r\n"
                    + "--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAnna\r\n--x--\r\n";
            expect(
                    client,
                    version,
                    HttpRequest.newBuilder(URI.create(base + "/app/hello"))
                            .header("Content-Type", "multipart/form-data; boundary=x")
                            .POST(BodyPublishers.ofString(parts)),
                    200);
        }
    }

    private static void expect(HttpClient client, HttpClient.Version version, HttpRequest.Builder request, int status)
            throws Exception {
        HttpResponse<String> response = client.send(request.version(version).build(), BodyHandlers.ofString());
        if (response.statusCode() != status) {
            throw new IllegalStateException(response + " in place of " + status + ": " + response.body());
        }
    }
}
