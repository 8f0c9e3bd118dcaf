package org.eclipse.jetty.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;

/** RFC 9110, section 11.3. */
class ChallengesTest {
    private static List<Authentication.HeaderInfo> parse(String... values) {
        return Challenges.parse(List.of(values), HttpHeader.AUTHORIZATION);
    }

    @Test
    void challengesHaveParametersOrOneToken() {
        List<Authentication.HeaderInfo> all =
                parse("Negotiate aGVsbG8=, Basic realm=\"a, b\", charset=UTF-8", "Negotiate", "Digest nonce=x==");
        assertThat(all)
                .extracting(Authentication.HeaderInfo::getType)
                .containsExactly("Negotiate", "Basic", "Negotiate", "Digest");
        assertThat(all).extracting(Authentication.HeaderInfo::getBase64).containsExactly("aGVsbG8=", null, null, null);
        assertThat(all.get(0).getParameters()).isEmpty();
        assertThat(all.get(1).getRealm()).isEqualTo("a, b");
        assertThat(all.get(1).getParameter("CHARSET")).isEqualTo("UTF-8");
        assertThat(all.get(3).getParameter("nonce")).isEqualTo("x==");
        assertThat(all.get(0).getHeader()).isEqualTo(HttpHeader.AUTHORIZATION);
    }

    @Test
    void tokenWithoutPaddingIsNoParameter() {
        Authentication.HeaderInfo info = parse("Negotiate ab+/cd").get(0);
        assertThat(info.getBase64()).isEqualTo("ab+/cd");
        assertThat(info.getParameters()).isEmpty();
    }

    /** RFC 9110, section 11.2: there may be white space around the equals sign. */
    @Test
    void parameterWithSpacesIsNoChallenge() {
        List<Authentication.HeaderInfo> all =
                parse("Digest realm = \"a\", nonce = \"b\", qop= auth, Basic realm =\"c\", Negotiate d=, NTLM");
        assertThat(all)
                .extracting(Authentication.HeaderInfo::getType)
                .containsExactly("Digest", "Basic", "Negotiate", "NTLM");
        assertThat(all.get(0).getRealm()).isEqualTo("a");
        assertThat(all.get(0).getParameter("nonce")).isEqualTo("b");
        assertThat(all.get(0).getParameter("qop")).isEqualTo("auth");
        assertThat(all.get(1).getRealm()).isEqualTo("c");
        assertThat(all.get(2).getBase64()).isEqualTo("d=");
    }
}
