package org.eclipse.jetty.ee10.cdi;

import jakarta.inject.Inject;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;

/** Greets who sends a name, by what is injected into it before it is opened. */
@ServerEndpoint("/talk")
public class Talker {
    @Inject
    private Greeting greeting;

    @Inject
    private Held held;

    @OnOpen
    public void open(Session session) throws IOException {
        session.getBasicRemote().sendText("open " + (greeting != null) + " " + (held != null));
    }

    @OnMessage
    public String text(String name) {
        return greeting.greet(name);
    }
}
