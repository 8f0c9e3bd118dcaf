package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/security says is proven by tests that exist. */
class SecurityPagesTest {
    @ParameterizedTest
    @ValueSource(strings = {"advisories.md", "threat-model.md"})
    void everyRowHasATestThatExistsOrAReason(String name) throws IOException {
        Path page = Distribution.ROOT.resolve("docs/security").resolve(name);
        assertThat(TestNames.missingIn(page)).isEmpty();
        int rows = 0;
        boolean proven = false;
        for (String line : Files.readAllLines(page)) {
            if (!line.startsWith("|")) {
                proven = false;
            } else if (line.endsWith("| test |")) {
                proven = true;
            } else if (proven && !line.startsWith("| ---")) {
                List<String> cells =
                        List.of(line.substring(1, line.length() - 1).split("\\|"));
                String proof = cells.get(cells.size() - 1).trim();
                assertThat(TestNames.isAnyIn(proof) || proof.startsWith("Not applicable: "))
                        .as("a test or a reason in: " + line)
                        .isTrue();
                rows++;
            }
        }
        assertThat(rows).isGreaterThan(20);
    }
}
