package org.eclipse.jetty.http.pathmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.0 12: which mapping wins, and how it takes a path apart. */
class PathMappingsTest {
    private static PathMappings<String> mappings(String... specs) {
        PathMappings<String> mappings = new PathMappings<>();
        for (String spec : specs) {
            mappings.put(spec, spec);
        }
        return mappings;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "/|''|''|/",
                "/exact|/exact|/exact|-",
                "/a|/a/*|/a|-",
                "/a/|/a/*|/a|/",
                "/a/x.do|/a/*|/a|/x.do",
                "/a/b|/a/b/*|/a/b|-",
                "/a/b/c|/a/b/*|/a/b|/c",
                "/a/bc|/a/*|/a|/bc",
                "/ab|/|/ab|-",
                "/q/x.do|*.do|/q/x.do|-",
                "/.do|*.do|/.do|-",
                "/exact/|/|/exact/|-",
                "/a/exact|/a/exact|/a/exact|-"
            })
    void bestMatchWins(String path, String spec, String match, String info) {
        PathMappings<String> mappings =
                mappings("", "/", "/a/*", "/a/b/*", "*.do", "/exact", "/a/exact", "/long/prefix/of/many/*");
        for (int i = 0; i < 2; i++) {
            MatchedResource<String> matched = mappings.getMatched(path);
            assertThat(matched.getResource()).isEqualTo(spec);
            assertThat(matched.getPathMatch()).isEqualTo(match);
            assertThat(matched.getPathInfo()).isEqualTo(info);
        }
        // a table with another kind of specification gives the same, by another way
        mappings.put(new UriTemplatePathSpec("/never/{x}/matches"), "never");
        assertThat(mappings.getMatched(path).getResource()).isEqualTo(spec);
        assertThat(mappings.getMatched(path)).isSameAs(mappings.getMatched(path));
    }

    @Test
    void everythingPrefixComesAfterLongerOnesAndBeforeSuffixes() {
        PathMappings<String> mappings = mappings("/*", "*.do", "/a/*", "/");
        assertThat(mappings.getMatched("/x.do").getResource()).isEqualTo("/*");
        assertThat(mappings.getMatched("/x.do").getPathInfo()).isEqualTo("/x.do");
        assertThat(mappings.getMatched("/a/x").getResource()).isEqualTo("/a/*");
        assertThat(mappings.getMatches("/a/x.do"))
                .extracting(MappedResource::getResource)
                .containsExactly("/a/*", "/*", "*.do", "/");
        assertThat(mappings.remove(new ServletPathSpec("/*"))).isEqualTo("/*");
        assertThat(mappings.getMatched("/x.do").getResource()).isEqualTo("*.do");
        assertThat(mappings().getMatched("/x")).isNull();
    }

    @Test
    void manyPrefixesAreFound() {
        PathMappings<String> mappings = new PathMappings<>();
        for (int i = 0; i < 500; i++) {
            mappings.put("/p" + i + "/s" + i % 7 + "/*", "p" + i);
        }
        for (int i = 0; i < 500; i++) {
            assertThat(mappings.getMatched("/p" + i + "/s" + i % 7 + "/x/y").getResource())
                    .isEqualTo("p" + i);
        }
        assertThat(mappings.getMatched("/p1/s")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "*", "/a**", "/*/b", "/a/*/b", "*.", "*.a/b", "**", "/**", "*.a*"})
    void badPatternsAreRefused(String spec) {
        assertThatThrownBy(() -> new ServletPathSpec(spec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(spec);
    }

    @Test
    void regularExpressionsAndTemplatesTakePathsApart() {
        RegexPathSpec regex = new RegexPathSpec("^/rest/v1/(.*)$");
        assertThat(regex.getGroup()).isEqualTo(PathSpecGroup.PREFIX_GLOB);
        assertThat(regex.getPathMatch("/rest/v1/x/y")).isEqualTo("/rest/v1");
        assertThat(regex.getPathInfo("/rest/v1/x/y")).isEqualTo("/x/y");
        assertThat(new RegexPathSpec("/(?<name>[a-z]+)(?<info>/.*)?").getPathInfo("/a/b"))
                .isEqualTo("/b");
        assertThat(new RegexPathSpec("^.*\\.do$").getGroup()).isEqualTo(PathSpecGroup.SUFFIX_GLOB);
        assertThat(new RegexPathSpec("/a/b").getGroup()).isEqualTo(PathSpecGroup.EXACT);
        UriTemplatePathSpec template = new UriTemplatePathSpec("/users/{id}/orders/{order}");
        assertThat(template.getPathParams("/users/1/orders/2"))
                .containsEntry("id", "1")
                .containsEntry("order", "2");
        assertThat(template.getPathParams("/users/1/orders")).isNull();
        assertThatThrownBy(() -> new UriTemplatePathSpec("/a/{x}/{x}")).isInstanceOf(IllegalArgumentException.class);
        PathSpecSet set = new PathSpecSet();
        set.add("/a/*");
        set.add("^/b.*");
        assertThat(set.test("/a/x") && set.test("/bx") && !set.test("/c")).isTrue();
        assertThat((Iterable<String>) set).containsExactlyInAnyOrder("/a/*", "^/b.*");
    }
}
