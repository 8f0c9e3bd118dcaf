package com.example.hello;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Counts the visits of each session; POST forgets the session. Thread-safe. */
public final class CounterServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String VISITS = "visits";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        int visits;
        // two requests of one session may be here at the same time
        synchronized (this) {
            visits = session.getAttribute(VISITS) instanceof Integer before ? before + 1 : 1;
            session.setAttribute(VISITS, visits);
        }
        // the page is of this visitor alone
        response.setHeader("Cache-Control", "no-store");
        try (Page page = new Page(request, response, "Session counter")) {
            page.paragraph("Visits of this session: " + visits);
            page.button("Forget me");
        }
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
        response.sendRedirect(request.getContextPath() + "/counter");
    }
}
