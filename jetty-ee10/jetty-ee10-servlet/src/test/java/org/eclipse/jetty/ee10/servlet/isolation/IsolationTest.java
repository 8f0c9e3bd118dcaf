package org.eclipse.jetty.ee10.servlet.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.isolation.Occasion;
import org.eclipse.jetty.server.isolation.SecretClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/**
 * An object that an application can get hold of belongs to one request for ever.
 *
 * <p>Each test keeps what there is of a request of one client, lets the request end, and then uses one kept object in one way
 * while other clients, over the same or other connections, are served. These have to get their own responses, to the byte; the
 * kept object has to say what its own request said, or to refuse.
 */
class IsolationTest extends OverTransports {
    static Stream<Arguments> reads() {
        return Arrays.stream(Way.values())
                .flatMap(way -> Stream.of(Occasion.values()).map(occasion -> Arguments.of(way, occasion)));
    }

    static Stream<Arguments> uses() {
        return LateUse.all().stream()
                .flatMap(use -> Stream.of(Occasion.values()).map(occasion -> Arguments.of(use, occasion)));
    }

    private interface Misuse {
        void of(Kept kept) throws Exception;
    }

    @ParameterizedTest(name = "what is read late is of its own request, served by {0}, {1}")
    @MethodSource("reads")
    void whatIsReadLateIsOfItsOwnRequest(Way way, Occasion occasion) throws Exception {
        isolated("what is read late is of its own request, " + way, way, occasion, kept -> {
            List<String> wrong = new ArrayList<>();
            for (LateRead late : LateRead.all()) {
                String value;
                try {
                    value = Kept.show(late.read().read(kept));
                } catch (IllegalStateException | IOException refusal) {
                    continue;
                } catch (RuntimeException x) {
                    wrong.add(late + " failed by " + x);
                    continue;
                }
                kept.see(value);
                if (late.own() && !value.equals(kept.valueWhenAnswered(late))) {
                    wrong.add(late + " was " + kept.valueWhenAnswered(late) + " and is " + value);
                }
            }
            assertThat(wrong).isEmpty();
        });
    }

    @ParameterizedTest(name = "{0}, reaches no other request {1}")
    @MethodSource("uses")
    void whatIsDoneLateReachesNoOtherRequest(LateUse late, Occasion occasion) throws Exception {
        isolated(late + ", reaches no other request", late.way(), occasion, kept -> {
            try {
                late.use().use(kept);
            } catch (IllegalStateException | UnsupportedOperationException | IOException | ServletException refusal) {
                kept.see(refusal);
            }
        });
    }

    private void isolated(String sentence, Way way, Occasion occasion, Misuse misuse) throws Exception {
        IsolationServer server = new IsolationServer(transport).start();
        try {
            isolated(server, way, occasion, misuse);
        } catch (TestAbortedException aborted) {
            server.stopAfterFailure();
            throw aborted;
        } catch (Throwable failure) {
            server.stopAfterFailure();
            throw new AssertionError(sentence + " " + occasion + ", over " + transport + ": " + failure, failure);
        }
        server.close();
    }

    private void isolated(IsolationServer server, Way way, Occasion occasion, Misuse misuse) throws Exception {
        SecretClient first = server.connect();
        Kept kept = server.keep(first, way);
        List<SecretClient> others = server.others(occasion.next(), first);
        if (occasion.next() == Occasion.Next.LATER) {
            misuse.of(kept);
        } else {
            List<WaitingRequest> begun = server.begin(others, occasion.isHalfWritten());
            misuse.of(kept);
            server.finish(others, begun, occasion.isHalfWritten());
        }
        // whatever was misused is in order afterwards, too
        server.assertServes(others);
        server.assertServes(List.of(first));
        for (SecretClient other : others) {
            assertThat(kept.seen()).noneMatch(seen -> seen.contains(other.secret()));
        }
    }
}
