package com.acme.shop;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code /query} waits for the database, {@code /rates} for a class; a thread of the servlet outlives it where the context says so. */
public final class ShopServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Orders orders = new Orders();

    @Override
    public void init() {
        if (getServletContext().getResourceAsStream("/leak.txt") != null) {
            Thread leaked = new Thread(orders::query, "orders-timer");
            leaked.setDaemon(true);
            leaked.start();
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case "/query" -> orders.query();
            case "/answer" -> orders.answerAll();
            case "/rates" -> response.getWriter().println(Rates.DOLLAR);
            default -> response.getWriter().print("shop");
        }
    }
}
