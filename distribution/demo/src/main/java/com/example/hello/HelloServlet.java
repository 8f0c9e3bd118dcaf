package com.example.hello;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Greets by name: {@code /greeting?name=Duke}. */
public final class HelloServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = request.getParameter("name");
        if (name == null || name.isBlank()) {
            name = "World";
        }
        try (Page page = new Page(request, response, "Greeting")) {
            page.paragraph("Hello, " + name + "!");
            page.paragraph("Served by " + getServletContext().getServerInfo() + " on Java "
                    + Runtime.version().feature() + ".");
        }
    }
}
