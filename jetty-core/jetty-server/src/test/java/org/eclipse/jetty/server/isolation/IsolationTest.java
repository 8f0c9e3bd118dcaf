package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.server.OverTransports;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
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
    static Stream<Arguments> uses() {
        return LateUse.all().stream()
                .flatMap(use -> Stream.of(Occasion.values()).map(occasion -> Arguments.of(use, occasion)));
    }

    private interface Misuse {
        void of(Kept kept) throws Exception;
    }

    @ParameterizedTest(name = "what is read late is of its own request {0}")
    @EnumSource
    void whatIsReadLateIsOfItsOwnRequest(Occasion occasion) throws Exception {
        isolated("what is read late is of its own request", occasion, kept -> {
            List<String> wrong = new ArrayList<>();
            for (LateRead late : LateRead.all()) {
                String value;
                try {
                    value = Kept.show(late.read().read(kept));
                } catch (IllegalStateException refusal) {
                    continue;
                } catch (RuntimeException x) {
                    wrong.add(late + " failed by " + x);
                    continue;
                }
                kept.see(value);
                String own = kept.valuesWhenAnswered().get(late.name());
                if (late.own() && !value.equals(own)) {
                    wrong.add(late + " was " + own + " and is " + value);
                }
            }
            assertThat(wrong).isEmpty();
        });
    }

    @ParameterizedTest(name = "{0}, reaches no other request {1}")
    @MethodSource("uses")
    void whatIsDoneLateReachesNoOtherRequest(LateUse late, Occasion occasion) throws Exception {
        isolated(late + ", reaches no other request", occasion, kept -> {
            try {
                late.use().use(kept);
            } catch (IllegalStateException | UnsupportedOperationException | IOException refusal) {
                kept.see(refusal);
            } catch (ExecutionException refusal) {
                assertThat(refusal).hasCauseInstanceOf(IllegalStateException.class);
            }
        });
    }

    private void isolated(String sentence, Occasion occasion, Misuse misuse) throws Exception {
        IsolationServer server = new IsolationServer(transport);
        try {
            isolated(server, occasion, misuse);
        } catch (TestAbortedException aborted) {
            server.stopAfterFailure();
            throw aborted;
        } catch (Throwable failure) {
            server.stopAfterFailure();
            throw new AssertionError(sentence + " " + occasion + ", over " + transport + ": " + failure, failure);
        }
        server.close();
    }

    private void isolated(IsolationServer server, Occasion occasion, Misuse misuse) throws Exception {
        SecretClient first = server.connect();
        Kept kept = server.keep(first);
        List<SecretClient> others = server.others(occasion.next(), first);
        if (occasion.next() == Occasion.Next.LATER) {
            misuse.of(kept);
        } else {
            List<WaitingRequest> begun = server.begin(others, occasion.isHalfWritten());
            misuse.of(kept);
            assertThat(begun).allMatch(WaitingRequest::hasItsIdleTimeout, "has its idle timeout");
            server.finish(others, begun, occasion.isHalfWritten());
        }
        // whatever was misused is in order afterwards, too
        server.assertServes(others);
        server.assertServes(List.of(first));
        for (SecretClient other : others) {
            assertThat(kept.seen()).noneMatch(seen -> seen.contains(other.secret()));
        }
        for (CompletableFuture<Void> write : kept.lateWrites()) {
            Throwable failure = write.handle((nothing, x) -> x).get(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(failure instanceof AssertionError).as("%s", failure).isFalse();
        }
    }
}
