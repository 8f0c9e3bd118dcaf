package org.eclipse.jetty.ee10.jspc.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedDescriptorTest {
    @TempDir
    Path directory;

    private MergedDescriptor descriptor(String text, String marker) throws IOException {
        return new MergedDescriptor(
                Files.writeString(directory.resolve("web.xml"), text).toFile(), marker);
    }

    @Test
    void fragmentIsPutAtTheEndOrInPlaceOfTheMarker() throws IOException {
        assertThat(descriptor("<web-app>\n  <a/>\n</web-app>\n", null).with("<b/>"))
                .isEqualTo("<web-app>\n  <a/>\n<b/></web-app>\n");
        assertThat(descriptor("<web-app>HERE<a/></web-app>", "HERE").with("<b/>"))
                .isEqualTo("<web-app><b/><a/></web-app>");
    }

    @Test
    void descriptorIsMadeWhereThereIsNone() throws IOException {
        assertThat(new MergedDescriptor(directory.resolve("none.xml").toFile(), " ").with("<b/>"))
                .contains("<web-app xmlns=")
                .contains("<b/></web-app>");
    }

    @Test
    void missingMarkerOrEndIsRefused() {
        assertThatThrownBy(() -> descriptor("<web-app></web-app>", "HERE").with(""))
                .hasMessageContaining("insertionMarker: HERE (expected: ");
        assertThatThrownBy(() -> descriptor("<web-app/>", null).with("")).hasMessageContaining("has no </web-app>");
    }
}
