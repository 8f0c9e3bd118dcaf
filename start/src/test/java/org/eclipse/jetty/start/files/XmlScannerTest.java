package org.eclipse.jetty.start.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The elements of XML files, of good ones and of others. */
class XmlScannerTest {
    @Test
    void elementsHaveLinesAttributesParentsAndTexts() {
        List<XmlScanner.Element> elements = XmlScanner.scan("""
                <?xml version="1.0"?>
                <!DOCTYPE a [ <!ENTITY b "<c>"> ]>
                <a
                  b='1 &lt; 2' c = "x>y">
                  <!-- <no/> -->
                  text<b/><![CDATA[<no/>]]>
                </a>
                """);
        assertThat(elements).extracting(XmlScanner.Element::tag).containsExactly("a", "b");
        assertThat(elements).extracting(XmlScanner.Element::line).containsExactly(3, 6);
        assertThat(elements.get(0).attributes()).containsEntry("b", "1 < 2").containsEntry("c", "x>y");
        assertThat(elements.get(0).text().toString().trim()).isEqualTo("text<no/>");
        assertThat(elements.get(1).parent()).isSameAs(elements.get(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<",
                "<a",
                "<a b",
                "<a b=",
                "<a b='",
                "<a b=c>",
                "<!--",
                "<![CDATA[",
                "<!DOCTYPE [",
                "<?",
                "</a>",
                "</",
                "<a \"\">",
                "<a/"
            })
    void whatIsNotWellFormedEndsTheListAndNothingElse(String text) {
        assertThat(XmlScanner.scan(text)).hasSizeLessThan(2);
    }
}
