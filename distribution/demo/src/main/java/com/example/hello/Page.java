package com.example.hello;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * An HTML page being written: the constructor writes what is above its content, {@link #close()} what is below. Texts are
 * escaped. Confined to its request.
 */
final class Page implements AutoCloseable {
    private final HttpServletRequest request;
    private final PrintWriter out;

    Page(HttpServletRequest request, HttpServletResponse response, String title) throws IOException {
        this.request = request;
        response.setContentType("text/html;charset=UTF-8");
        out = response.getWriter();
        out.println("<!DOCTYPE html>");
        out.println("<html lang=\"en\">");
        out.println("<head>");
        out.println("<meta charset=\"UTF-8\">");
        out.println("<title>" + escape(title) + "</title>");
        out.println("<link rel=\"stylesheet\" href=\"" + request.getContextPath() + "/hello.css\">");
        out.println("</head>");
        out.println("<body>");
        out.println("<h1>" + escape(title) + "</h1>");
    }

    /** Writes a paragraph of plain text. */
    void paragraph(String text) {
        out.println("<p>" + escape(text) + "</p>");
    }

    /** Writes a button that posts to the address of this page. */
    void button(String label) {
        out.println("<form method=\"post\"><button>" + escape(label) + "</button></form>");
    }

    @Override
    public void close() {
        out.println("<p class=\"foot\"><a href=\"" + request.getContextPath() + "/\">All pages</a> · request "
                + request.getAttribute(CountingFilter.NUMBER) + " since the start</p>");
        out.println("</body>");
        out.println("</html>");
    }

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }
}
