package bench;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Reads the count of a session and a text of 200 characters; with the parameter "change", and in a new session, also counts. */
public class Session extends HttpServlet {
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpSession session = request.getSession();
        Integer count = (Integer) session.getAttribute("count");
        if (count == null) {
            session.setAttribute("text", "x".repeat(200));
        }
        String text = (String) session.getAttribute("text");
        if (count == null || request.getParameter("change") != null) {
            count = count == null ? 1 : count + 1;
            session.setAttribute("count", count);
        }
        response.setContentType("text/plain");
        response.getOutputStream().print(count + " " + text.length());
    }
}
