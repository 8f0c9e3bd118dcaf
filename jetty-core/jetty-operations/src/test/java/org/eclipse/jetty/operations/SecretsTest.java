package org.eclipse.jetty.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cannot connect to redis://:hunter2@cache:6379/0",
                "cannot connect to amqp://shop:hunter2@queue",
                "cannot connect to amqp://shop:a@hunter2@queue",
                "answered {\"user\":\"ann\",\"password\":\"hunter2\"}",
                "answered {'client_secret' : 'hunter2 and more'}",
                "started with db.password = hunter2",
                "jdbc:postgresql://db/shop?user=ann&password=hunter2&ssl=true",
                "sent access_token=hunter2",
                "sent Authorization: Bearer hunter2",
                "sent Authorization: Basic hunter2",
            })
    void secretsAreHidden(String text) {
        assertThat(Secrets.hiding(text))
                .doesNotContain("hunter2")
                .contains("(hidden)")
                .startsWith(text.substring(0, 6));
    }

    @Test
    void whatIsBesideThemIsShown() {
        assertThat(Secrets.hiding("redis://:hunter2@cache:6379/0")).endsWith("@cache:6379/0");
        assertThat(Secrets.hiding("{\"password\":\"hunter2\",\"user\":\"ann\"}"))
                .isEqualTo("{\"password\":(hidden),\"user\":\"ann\"}");
        assertThat(Secrets.hiding("?password=hunter2&ssl=true")).isEqualTo("?password=(hidden)&ssl=true");
        assertThat(Secrets.hiding("http://shop:8080/a?mail=ann@shop.example"))
                .isEqualTo("http://shop:8080/a?mail=ann@shop.example");
        assertThat(Secrets.hiding("the password was wrong")).isEqualTo("the password was wrong");
    }
}
