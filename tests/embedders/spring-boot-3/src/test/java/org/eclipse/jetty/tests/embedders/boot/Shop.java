package org.eclipse.jetty.tests.embedders.boot;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.config.annotation.WebSocketHandlerRegistry;
import org.springframework.web.socket.handler.TextWebSocketHandler;
import org.springframework.web.socket.server.standard.ServerEndpointExporter;

/** An application as a user of Spring Boot writes it, without a word about the server. */
@SpringBootApplication
@EnableWebSocket
public class Shop implements WebSocketConfigurer {
    @Override
    public void registerWebSocketHandlers(WebSocketHandlerRegistry registry) {
        registry.addHandler(new Talk(), "/talk");
    }

    @Bean
    ServerEndpointExporter endpoints() {
        return new ServerEndpointExporter();
    }

    /** Lets a test hold a request. */
    @Component
    public static class Gate {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
    }

    /** A handler of Spring's own API. */
    static final class Talk extends TextWebSocketHandler {
        @Override
        protected void handleTextMessage(WebSocketSession session, TextMessage message) throws IOException {
            session.sendMessage(new TextMessage("Spring heard " + message.getPayload()));
        }
    }

    /** An endpoint of the standard API. */
    @Component
    @ServerEndpoint("/endpoint")
    public static class Endpoint {
        @OnMessage
        public String hear(String message) {
            return "The endpoint heard " + message;
        }
    }

    /** The pages. */
    @RestController
    public static class Pages {
        private final Gate gate;

        Pages(Gate gate) {
            this.gate = gate;
        }

        @GetMapping("/goods/{name}")
        public Map<String, Object> goods(@PathVariable("name") String name, @RequestParam("count") int count) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("name", name);
            result.put("count", count);
            return result;
        }

        @PostMapping("/echo")
        public String echo(@RequestBody String text) {
            return text;
        }

        @PostMapping("/upload")
        public String upload(@RequestParam("file") MultipartFile file, @RequestParam("note") String note)
                throws IOException {
            return file.getOriginalFilename() + " " + file.getSize() + " " + note;
        }

        @GetMapping("/visits")
        public String visits(HttpSession session) {
            Integer visits = (Integer) session.getAttribute("visits");
            session.setAttribute("visits", visits == null ? 1 : visits + 1);
            return session.getAttribute("visits").toString();
        }

        @GetMapping("/protocol")
        public String protocol(HttpServletRequest request) {
            return request.getProtocol() + " " + request.getScheme() + " " + request.isSecure();
        }

        @GetMapping("/later")
        public Callable<String> later() {
            return () -> "later";
        }

        @GetMapping("/large")
        public String large() {
            return "compressible ".repeat(1000);
        }

        @GetMapping("/fail")
        public String fail() {
            throw new IllegalStateException("as the test wants it");
        }

        @GetMapping("/teapot")
        public String refuse() {
            throw new Refusal();
        }

        @GetMapping("/held")
        public String held() throws InterruptedException {
            gate.entered.countDown();
            return gate.open.await(60, TimeUnit.SECONDS) ? "released" : "forgotten";
        }
    }

    /** A failure with a status of its own. */
    @ResponseStatus(HttpStatus.I_AM_A_TEAPOT)
    static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
