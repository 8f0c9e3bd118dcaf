package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import org.junit.jupiter.api.Test;

/** RFC 9110, section 5: fields, lists and quality values. */
class HttpFieldsTest {
    @Test
    void namesAreFoundInAnyCase() {
        HttpFields.Mutable fields =
                HttpFields.build().add("host", "x").add("X-Own", "1").add("x-own", "2");
        assertThat(fields.get(HttpHeader.HOST)).isEqualTo("x");
        assertThat(fields.getValuesList("X-OWN")).containsExactly("1", "2");
        assertThat(fields.getFieldNamesCollection()).containsExactly("host", "X-Own");
        assertThat(fields.contains(HttpHeader.COOKIE)).isFalse();
    }

    @Test
    void removedFieldsAreAbsent() {
        HttpFields.Mutable fields =
                HttpFields.build().add(HttpHeader.HOST, "x").add("A", "b").add(HttpHeader.HOST, "y");
        fields.put(HttpHeader.HOST, "z");
        assertThat(fields.getValuesList(HttpHeader.HOST)).containsExactly("z");
        fields.remove(HttpHeader.HOST);
        assertThat(fields.getField(HttpHeader.HOST)).isNull();
        assertThat(fields.size()).isEqualTo(1);
        ListIterator<HttpField> i = fields.listIterator();
        i.next();
        i.set(new HttpField("B", "c"));
        i.add(new HttpField(HttpHeader.HOST, "w"));
        assertThat(fields.asString()).isEqualTo("B: c\r\nHost: w\r\n\r\n");
        HttpFields copy = fields.asImmutable();
        fields.clear();
        assertThat(copy.get(HttpHeader.HOST)).isEqualTo("w");
        assertThat(fields.contains(HttpHeader.HOST)).isFalse();
    }

    @Test
    void listsContainItemsNotParts() {
        assertThat(HttpField.contains("keep-alive, Upgrade", "upgrade")).isTrue();
        assertThat(HttpField.contains("\"a,b\", c", "b")).isFalse();
        assertThat(HttpField.contains("\"a,b\", c", "a,b")).isTrue();
        assertThat(HttpField.contains("gzip;q=0.0, br", "gzip")).isFalse();
        assertThat(HttpField.contains("gzip;q=0.1", "gzip")).isTrue();
        assertThat(HttpField.contains("xgzip", "gzip")).isFalse();
        assertThat(HttpField.contains("gzip x", "gzip")).isFalse();
        assertThat(HttpField.containsLast("a, chunked", "chunked")).isTrue();
        assertThat(HttpField.containsLast("chunked, a", "chunked")).isFalse();
    }

    @Test
    void qualityOrdersAndExcludes() {
        HttpFields fields = HttpFields.build()
                .add("Accept", "text/html;q=0.5, a/b;q=0, */*;q=0.1")
                .add("Accept", "text/plain, c/d;p=1;q=0.7");
        assertThat(fields.getQualityCSV(HttpHeader.ACCEPT))
                .containsExactly("text/plain", "c/d;p=1", "text/html", "*/*");
        assertThat(fields.getCSV("accept", false)).hasSize(5);
        QuotedQualityCSV mime = new QuotedQualityCSV(QuotedQualityCSV.MOST_SPECIFIC_MIME_ORDERING);
        mime.addValue("*/*, text/*, text/html");
        assertThat(mime.getValues()).containsExactly("text/html", "text/*", "*/*");
    }

    @Test
    void csvIsAddedOnce() {
        HttpFields.Mutable fields = HttpFields.build().add(HttpHeader.VARY, "Accept");
        fields.addCSV(HttpHeader.VARY, "accept", "Origin");
        assertThat(fields.getCSV(HttpHeader.VARY, true)).containsExactly("Accept", "Origin");
        fields.ensureField(new HttpField(HttpHeader.VARY, "Cookie"));
        assertThat(fields.getValuesList(HttpHeader.VARY)).containsExactly("Accept, Origin, Cookie");
    }

    @Test
    void wrapperSeesEveryChange() {
        List<String> seen = new ArrayList<>();
        HttpFields.Mutable target = HttpFields.build();
        HttpFields.Mutable fields = new HttpFields.Mutable.Wrapper(target) {
            @Override
            public HttpField onAddField(HttpField field) {
                seen.add("add " + field);
                return field.is("X-No") ? null : field;
            }

            @Override
            public boolean onRemoveField(HttpField field) {
                seen.add("remove " + field);
                return !field.is("X-Stay");
            }

            @Override
            public HttpField onReplaceField(HttpField oldField, HttpField newField) {
                seen.add("replace " + oldField + " by " + newField);
                return newField;
            }
        };
        fields.add("X-No", "1").put("A", "1").put("A", "2").add("X-Stay", "s").clear();
        assertThat(seen)
                .containsExactly(
                        "add X-No: 1",
                        "add A: 1",
                        "replace A: 1 by A: 2",
                        "add X-Stay: s",
                        "remove A: 2",
                        "remove X-Stay: s");
        assertThat(target.asString()).isEqualTo("X-Stay: s\r\n\r\n");
    }

    @Test
    void datesHaveThreeFormsAndBadOnesAreMinusOne() {
        for (String date : new String[] {
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"
        }) {
            assertThat(HttpDateTime.parseToEpoch(date)).isEqualTo(784111777000L);
        }
        for (String date : new String[] {
            "", "x", "Sat, 01 Foo 2030 00:00:00 GMT", "Sat, 31 Feb 2030 00:00:00 GMT", "Sat, 01 Jan 2030 25:00:00 GMT"
        }) {
            assertThat(HttpDateTime.parseToEpoch(date)).isEqualTo(-1);
        }
        assertThat(DateGenerator.formatDate(784111777000L)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
        for (long day = -800_000; day < 800_000; day += 977) {
            java.time.Instant instant = java.time.Instant.ofEpochSecond(day * 86400 + 3661);
            if (instant.isBefore(java.time.Instant.parse("1000-01-01T00:00:00Z"))) {
                continue;
            }
            String expected = java.time.format.DateTimeFormatter.ofPattern(
                            "EEE, dd MMM yyyy HH:mm:ss 'GMT'", java.util.Locale.ENGLISH)
                    .format(instant.atZone(java.time.ZoneOffset.UTC));
            assertThat(DateGenerator.formatDate(instant)).isEqualTo(expected);
        }
    }
}
