package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Parameters of query and form (Servlet section 3.1). */
class ParameterTest extends ContextServer {
    private static final String FORM = "application/x-www-form-urlencoded";

    private void echo() {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getParameter("a")
                        + Arrays.toString(request.getParameterValues("a"))
                        + Collections.list(request.getParameterNames())
                        + request.getParameter("none")));
    }

    @Test
    void queryComesBeforeForm() throws Exception {
        echo();
        start();
        assertThat(body(post("/ctx/s?a=1&b=%C3%A4", FORM, "a=2&c=3"))).isEqualTo("1[1, 2][a, b, c]null");
        assertThat(body(get("/ctx/s?a="))).isEqualTo("[][a]null");
        assertThat(body(get("/ctx/s"))).isEqualTo("nullnull[]null");
    }

    @Test
    void encodingOfTheFormIsFollowed() throws Exception {
        servlet("/s", (request, response) -> {
            if (request.getHeader("X-Enc") != null) request.setCharacterEncoding(request.getHeader("X-Enc"));
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().print((int) request.getParameter("a").charAt(0));
        });
        start();
        assertThat(body(post("/ctx/s", FORM, "a=%C3%A4"))).isEqualTo("228");
        assertThat(body(post("/ctx/s", FORM + ";charset=ISO-8859-1", "a=%E4"))).isEqualTo("228");
        assertThat(body(post("/ctx/s", FORM, "a=%E4", "X-Enc: ISO-8859-1"))).isEqualTo("228");
    }

    @Test
    void bodyThatWasReadIsNoForm() throws Exception {
        servlet("/s", (request, response) -> {
            String body = new String(request.getInputStream().readAllBytes());
            response.getWriter().print(body + ":" + request.getParameter("a"));
        });
        start();
        assertThat(body(post("/ctx/s", FORM, "a=2"))).isEqualTo("a=2:null");
    }

    @Test
    void limitsOfTheFormAreKept() throws Exception {
        echo();
        context.setMaxFormKeys(2);
        context.setMaxFormContentSize(20);
        start();
        assertThat(status(post("/ctx/s", FORM, "a=1&b=2"))).isEqualTo(200);
        assertThat(status(post("/ctx/s", FORM, "a=1&b=2&c=3"))).isBetween(400, 499);
        assertThat(status(post("/ctx/s", FORM, "a=" + "x".repeat(30)))).isBetween(400, 499);
    }

    @Test
    void malformedFormIsABadRequest() throws Exception {
        echo();
        start();
        assertThat(status(post("/ctx/s", FORM, "a=%z1"))).isEqualTo(400);
        assertThat(status(get("/ctx/s?a=%z1"))).isEqualTo(400);
    }
}
