package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What docs/servlet-conformance.md calls proven is a test that exists. */
class ServletConformancePageTest {
    private static final Path PAGE = Distribution.ROOT.resolve("docs/servlet-conformance.md");
    /** The cells of each row, without the heads of the tables. */
    private static List<String[]> rows() throws IOException {
        List<String[]> rows = new ArrayList<>();
        boolean inTable = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (!line.startsWith("|")) {
                inTable = false;
            } else if (line.startsWith("| ---")) {
                inTable = true;
            } else if (inTable) {
                rows.add(line.substring(1, line.length() - 1).split("\\|"));
            }
        }
        return rows;
    }

    @Test
    void everyRowHasATestOrAReason() throws IOException {
        List<String[]> rows = rows();
        assertThat(rows).hasSizeGreaterThan(200);
        for (String[] row : rows) {
            String proof = row[row.length - 1].trim();
            boolean reason = proof.startsWith("Not applicable: ") && proof.length() > "Not applicable: ".length() + 10;
            assertThat(reason || TestNames.isAnyIn(proof))
                    .as("a test or a reason in: " + String.join("|", row))
                    .isTrue();
        }
    }

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        assertThat(TestNames.missingIn(PAGE)).isEmpty();
    }

    @Test
    void everyChapterIsThere() throws IOException {
        String page = Files.readString(PAGE);
        for (int chapter = 2; chapter <= 15; chapter++) {
            assertThat(page).contains("\n## " + chapter + " ");
        }
        assertThat(page).contains("\n## Bad input\n", "\n## Errors that help\n", "\n## Class loading\n");
    }
}
