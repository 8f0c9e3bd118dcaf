package org.eclipse.jetty.server.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;

class AcceptedLocalesTest {
    private static final List<Locale> NONE = List.of(Locale.ITALY);

    private static List<Locale> of(String accepted) {
        return AcceptedLocales.of(HttpFields.build().add(HttpHeader.ACCEPT_LANGUAGE, accepted), NONE);
    }

    @Test
    void languagesComeByPreference() {
        assertThat(of("en;q=0.2, fr-FR, de;q=0.8, es;q=0, *;q=0.1"))
                .containsExactly(Locale.FRANCE, Locale.GERMAN, Locale.ENGLISH);
        assertThat(AcceptedLocales.of(HttpFields.EMPTY, NONE)).isEqualTo(NONE);
    }

    /** RFC 4647, section 2.1: it is no language range, and stands for none. */
    @Test
    void whatIsNoLanguageIsLeftOut() {
        assertThat(of("x_y, fr, toolonglanguage")).containsExactly(Locale.FRENCH);
        assertThat(of("en_US")).isEqualTo(NONE);
        assertThat(of("*")).isEqualTo(NONE);
    }
}
