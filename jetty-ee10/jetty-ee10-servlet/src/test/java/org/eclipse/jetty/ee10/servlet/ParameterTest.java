package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import org.eclipse.jetty.server.HttpConfiguration;
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
            if (request.getHeader("X-Enc") != null) {
                request.setCharacterEncoding(request.getHeader("X-Enc"));
            }
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

    @Test
    void mapOfParametersIsReadOnly() throws Exception {
        serve((request, response) -> {
            assertThat(request.getParameterMap()).containsOnlyKeys("q");
            assertThatThrownBy(() -> request.getParameterMap().put("a", new String[0]))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> request.getParameterMap().clear())
                    .isInstanceOf(UnsupportedOperationException.class);
        });
    }

    /** Section 3.1.1: the four conditions. */
    @Test
    void onlyAFormThatIsPostedBecomesParameters() throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(request.getParameter("a") + "|"
                        + new String(request.getInputStream().readAllBytes())));
        start();
        assertThat(body(post("/ctx/s", FORM, "a=1"))).isEqualTo("1|");
        assertThat(body(post("/ctx/s", FORM + "; charset=utf-8", "a=1"))).isEqualTo("1|");
        assertThat(body(post("/ctx/s", "text/plain", "a=1"))).isEqualTo("null|a=1");
        assertThat(body(request("PATCH /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Type: " + FORM
                        + "\r\nContent-Length: 3\r\n\r\na=1")))
                .isEqualTo("null|a=1");
    }

    @Test
    void parametersOfThePathAreNone() throws Exception {
        servlet("/s", (request, response) -> response.getWriter().print(request.getParameter("p")));
        start();
        assertThat(body(get("/ctx/s;p=1"))).isEqualTo("null");
    }

    @Test
    void namesWithoutValueAndEmptyPairsAreTakenAsBrowsersSendThem() throws Exception {
        servlet("/s", (request, response) -> {
            StringBuilder all = new StringBuilder();
            request.getParameterMap().forEach((name, values) -> all.append(name).append(Arrays.toString(values)));
            response.getWriter().print(all);
        });
        start();
        assertThat(body(get("/ctx/s?a&b=&&c=x=y&a=%26"))).isEqualTo("a[, &]b[]c[x=y]");
    }

    @Test
    void encodingThatComesAfterTheParametersWereReadChangesNothing() throws Exception {
        servlet("/s", (request, response) -> {
            String before = request.getParameter("a");
            request.setCharacterEncoding("UTF-16");
            assertThat(request.getParameter("a")).isEqualTo(before).isEqualTo("\u00e4");
        });
        start();
        assertThat(status(post("/ctx/s", FORM, "a=%C3%A4"))).isEqualTo(200);
    }

    // bad input

    @Test
    void tooManyKeysOfAFormAreRefused() throws Exception {
        echo();
        context.setMaxFormKeys(100);
        start();
        StringBuilder bomb = new StringBuilder("a0=0");
        for (int i = 1; i < 100; i++) {
            bomb.append("&a").append(i).append('=').append(i);
        }
        assertThat(status(post("/ctx/s", FORM, bomb.toString()))).isEqualTo(200);
        assertThat(status(post("/ctx/s", FORM, bomb.append("&more=1").toString())))
                .isEqualTo(400);
        // keys that are equal count as well
        assertThat(status(post("/ctx/s", FORM, "a=1&".repeat(101)))).isEqualTo(400);
    }

    @Test
    void tooMuchContentOfAFormIsRefusedAnnouncedOrNot() throws Exception {
        echo();
        context.setMaxFormContentSize(1000);
        start();
        assertThat(status(post("/ctx/s", FORM, "a=" + "x".repeat(998)))).isEqualTo(200);
        assertThat(status(post("/ctx/s", FORM, "a=" + "x".repeat(999)))).isEqualTo(413);
        String chunk = "a=" + "x".repeat(998);
        assertThat(status(request("POST /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Type: " + FORM
                        + "\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n" + chunk + "\r\n3e8\r\n" + chunk
                        + "\r\n0\r\n\r\n")))
                .isEqualTo(413);
    }

    @Test
    void badEncodingOfAFormIsABadRequestOfItsKind() throws Exception {
        echo();
        start();
        for (String bad : new String[] {"a=%", "a=%1", "a=%zz", "%u12=1", "a=%FF"}) {
            assertThat(status(post("/ctx/s", FORM, bad))).as(bad).isEqualTo(400);
        }
        assertThat(status(post("/ctx/s", FORM + ";charset=klingon", "a=1"))).isEqualTo(415);
    }

    @Test
    void tooManyParametersOfAQueryAreRefused() throws Exception {
        HttpConfiguration configuration = server.getConnectors()[0]
                .getConnectionFactory(HttpConfiguration.ConnectionFactory.class)
                .getHttpConfiguration();
        assertThat(configuration.getMaxQueryKeys()).isEqualTo(20_000);
        configuration.setMaxQueryKeys(3);
        servlet("/p", (request, response) -> response.getWriter()
                .print(request.getParameterMap().size()));
        servlet("/q", (request, response) -> response.getWriter().print(request.getQueryString()));
        start();
        assertThat(body(get("/ctx/p?a=1&b=2&c=3"))).isEqualTo("3");
        // as for forms, each pair counts
        assertThat(status(get("/ctx/p?a=1&b=2&c=3&c=4"))).isEqualTo(400);
        // what is not parsed is not counted
        assertThat(body(get("/ctx/q?a=1&b=2&c=3&c=4"))).isEqualTo("a=1&b=2&c=3&c=4");
        configuration.setMaxQueryKeys(-1);
        assertThat(body(get("/ctx/p?a=1&b=2&c=3&d=4"))).isEqualTo("4");
    }
}
