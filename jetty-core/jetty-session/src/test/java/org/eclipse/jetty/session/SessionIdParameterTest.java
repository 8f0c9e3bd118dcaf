package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionIdParameterTest {
    private final SessionIdParameter parameter = new SessionIdParameter("sid");

    @ParameterizedTest
    @CsvSource({
        "/a;sid=1, 1",
        "/a;sid=1;v=2, 1",
        "/a;sid=1/b, 1",
        "/a;v=2;sid=1?q, 1",
        "/a;sid=, ''",
        "/a;other=1,",
        "/a,",
    })
    void idStandsBetweenItsNameAndTheNextDelimiter(String path, String id) {
        assertThat(parameter.find(path)).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({
        "/a, /a;sid=7",
        "/a?q#f, /a;sid=7?q#f",
        "/a#f?q, /a;sid=7#f?q",
        "/a;sid=1;v=2?q, /a;sid=7;v=2?q",
        "http://host, http://host/;sid=7",
        "http://host?q, http://host/;sid=7?q",
        "http://host/a?q, http://host/a;sid=7?q",
    })
    void idIsPutAtTheEndOfThePathOrInPlaceOfAnother(String uri, String expected) {
        assertThat(parameter.put(uri, "7")).isEqualTo(expected);
    }

    @Test
    void parameterIsRemovedAndTheRestStays() {
        assertThat(parameter.remove("/a;sid=1;v=2?q")).isEqualTo("/a;v=2?q");
        assertThat(parameter.remove("/a?q")).isEqualTo("/a?q");
    }
}
