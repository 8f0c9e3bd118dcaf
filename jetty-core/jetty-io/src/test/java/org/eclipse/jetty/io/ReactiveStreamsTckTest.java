package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jetty.io.content.ContentSinkSubscriber;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.TestAbortedException;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification;
import org.reactivestreams.tck.flow.FlowSubscriberWhiteboxVerification;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;

/** The rules of Reactive Streams 1.0.4, checked by its technology compatibility kit. */
class ReactiveStreamsTckTest {
    /** How long the kit waits for a signal, in milliseconds. */
    private static final long SIGNAL = 1500;

    /** How long the kit waits where no signal may come. */
    private static final long NO_SIGNAL = 20;

    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "publisher");
        thread.setDaemon(true);
        return thread;
    });

    @AfterAll
    static void stop() {
        THREADS.shutdownNow();
    }

    @TestFactory
    Stream<DynamicTest> publisherKeepsTheRules() {
        return tests(FlowPublisherVerification.class, () -> new PublisherRules(false));
    }

    @TestFactory
    Stream<DynamicTest> publisherOfContentThatComesLaterKeepsTheRules() {
        return tests(FlowPublisherVerification.class, () -> new PublisherRules(true));
    }

    @TestFactory
    Stream<DynamicTest> subscriberKeepsTheRulesSeenFromInside() {
        return tests(FlowSubscriberWhiteboxVerification.class, WhiteboxRules::new);
    }

    @TestFactory
    Stream<DynamicTest> subscriberKeepsTheRulesSeenFromOutside() {
        return tests(FlowSubscriberBlackboxVerification.class, BlackboxRules::new);
    }

    /** Each test of the kit, which are made for TestNG. */
    private static Stream<DynamicTest> tests(Class<?> kit, Supplier<Object> rules) {
        List<Method> methods = Arrays.stream(kit.getMethods())
                .filter(method -> method.isAnnotationPresent(org.testng.annotations.Test.class))
                .toList();
        assertThat(methods).hasSizeGreaterThan(20);
        return methods.stream()
                .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(method, rules.get())));
    }

    private static void run(Method method, Object rules) throws Throwable {
        try {
            invokeAll(BeforeClass.class, rules);
            invokeAll(BeforeMethod.class, rules);
            method.invoke(rules);
        } catch (InvocationTargetException x) {
            if (x.getCause() instanceof SkipException skipped) {
                throw new TestAbortedException(skipped.getMessage());
            }
            throw x.getCause();
        } finally {
            invokeAll(AfterClass.class, rules);
        }
    }

    private static void invokeAll(Class<? extends Annotation> annotation, Object rules) throws Exception {
        for (Method method : rules.getClass().getMethods()) {
            if (method.isAnnotationPresent(annotation)) {
                method.invoke(rules);
            }
        }
    }

    private static Content.Chunk chunk(boolean last) {
        return Content.Chunk.from(ByteBuffer.wrap(new byte[] {'x'}), last);
    }

    /** So many chunks of an octet; {@code later} for those that come in another thread. */
    private static final class Chunks implements Content.Source {
        private final boolean later;
        private long left;
        private boolean ready;
        private Content.Chunk failure;

        private Chunks(long elements, boolean later) {
            this.left = elements;
            this.later = later;
        }

        @Override
        public synchronized Content.Chunk read() {
            if (failure != null) {
                return failure;
            }
            if (left == 0) {
                return Content.Chunk.EOF;
            }
            if (later && !ready) {
                return null;
            }
            ready = false;
            left--;
            return chunk(left == 0);
        }

        @Override
        public void demand(Runnable demandCallback) {
            THREADS.execute(() -> {
                synchronized (this) {
                    ready = true;
                }
                demandCallback.run();
            });
        }

        @Override
        public synchronized void fail(Throwable cause) {
            failure = Content.Chunk.from(cause);
        }
    }

    /** The rules of section 1 and 3 of the specification. */
    public static final class PublisherRules extends FlowPublisherVerification<Content.Chunk> {
        private final boolean later;

        PublisherRules(boolean later) {
            super(new TestEnvironment(SIGNAL, NO_SIGNAL));
            this.later = later;
        }

        @Override
        public Flow.Publisher<Content.Chunk> createFlowPublisher(long elements) {
            return Content.Source.asPublisher(new Chunks(elements, later));
        }

        /** A second subscriber is refused. */
        @Override
        public Flow.Publisher<Content.Chunk> createFailedFlowPublisher() {
            Flow.Publisher<Content.Chunk> publisher = createFlowPublisher(1);
            publisher.subscribe(new ContentSinkSubscriber((last, bytes, callback) -> {}, Callback.NOOP));
            return publisher;
        }
    }

    /** The rules of section 2, where the subscriber says what it was given. */
    public static final class WhiteboxRules extends FlowSubscriberWhiteboxVerification<Content.Chunk> {
        WhiteboxRules() {
            super(new TestEnvironment(SIGNAL, NO_SIGNAL));
        }

        @Override
        public Content.Chunk createElement(int element) {
            return chunk(false);
        }

        @Override
        protected Flow.Subscriber<Content.Chunk> createFlowSubscriber(WhiteboxSubscriberProbe<Content.Chunk> probe) {
            return new ContentSinkSubscriber((last, bytes, callback) -> callback.succeeded(), Callback.NOOP) {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    super.onSubscribe(subscription);
                    probe.registerOnSubscribe(new SubscriberPuppet() {
                        @Override
                        public void triggerRequest(long elements) {
                            subscription.request(elements);
                        }

                        @Override
                        public void signalCancel() {
                            subscription.cancel();
                        }
                    });
                }

                @Override
                public void onNext(Content.Chunk chunk) {
                    super.onNext(chunk);
                    probe.registerOnNext(chunk);
                }

                @Override
                public void onError(Throwable failure) {
                    super.onError(failure);
                    probe.registerOnError(failure);
                }

                @Override
                public void onComplete() {
                    super.onComplete();
                    probe.registerOnComplete();
                }
            };
        }
    }

    /** The rules of section 2, as a publisher sees them. */
    public static final class BlackboxRules extends FlowSubscriberBlackboxVerification<Content.Chunk> {
        BlackboxRules() {
            super(new TestEnvironment(SIGNAL, NO_SIGNAL));
        }

        @Override
        public Content.Chunk createElement(int element) {
            return chunk(false);
        }

        @Override
        public Flow.Subscriber<Content.Chunk> createFlowSubscriber() {
            return Content.Sink.asSubscriber((last, bytes, callback) -> callback.succeeded(), Callback.NOOP);
        }

        /** It asks by itself. */
        @Override
        public void triggerFlowRequest(Flow.Subscriber<? super Content.Chunk> subscriber) {}
    }
}
