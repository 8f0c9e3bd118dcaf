package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.junit.jupiter.api.Test;

/** How extensions are negotiated and put together (RFC 6455, section 9.1). */
class ExtensionStackTest {
    private final WebSocketComponents components = new WebSocketComponents();

    /** Adds a letter to frames on their way out, and takes it off on their way in. */
    public static class Suffix extends AbstractExtension {
        private final String letter;

        protected Suffix(String letter) {
            this.letter = letter;
        }

        @Override
        public void init(ExtensionConfig config, WebSocketComponents components) {
            super.init(config, components);
            if (config.getParameters().containsKey("refused")) {
                throw new IllegalArgumentException("refused by the test");
            }
        }

        @Override
        public void sendFrame(OutgoingEntry entry) {
            Frame frame = entry.getFrame();
            String text = frame.getPayloadAsUTF8() + letter + getConfig().getParameter("@twice", "");
            nextOutgoingFrame(new OutgoingEntry.Builder(entry)
                    .frame(new Frame(frame.getOpCode(), frame.isFin(), text))
                    .build());
        }

        @Override
        public void onFrame(Frame frame, Callback callback) {
            String text = frame.getPayloadAsUTF8();
            assertThat(text).endsWith(letter);
            nextIncomingFrame(
                    new Frame(frame.getOpCode(), frame.isFin(), text.substring(0, text.length() - 1)), callback);
        }
    }

    public static final class A extends Suffix {
        public A() {
            super("a");
        }
    }

    public static final class B extends Suffix {
        public B() {
            super("b");
        }

        @Override
        public boolean isRsv2User() {
            return true;
        }
    }

    public static final class C extends Suffix {
        public C() {
            super("c");
        }

        @Override
        public boolean isRsv2User() {
            return true;
        }
    }

    private ExtensionStack negotiate(Behavior behavior, String offered, String wanted) {
        components.getExtensionRegistry().register("a", A.class);
        components.getExtensionRegistry().register("b", B.class);
        components.getExtensionRegistry().register("c", C.class);
        components.getExtensionRegistry().register("@a", A.class);
        ExtensionStack extensions = new ExtensionStack(components, behavior);
        extensions.negotiate(configs(offered), configs(wanted));
        return extensions;
    }

    private static List<ExtensionConfig> configs(String text) {
        List<ExtensionConfig> configs = new ArrayList<>();
        for (String each : text.split(",")) {
            if (!each.isBlank()) {
                configs.add(ExtensionConfig.parse(each));
            }
        }
        return configs;
    }

    private static List<String> agreed(ExtensionStack extensions) {
        return extensions.getNegotiatedExtensions().stream()
                .map(ExtensionConfig::getParameterizedName)
                .toList();
    }

    @Test
    void serverUsesWhatItKnows() {
        assertThat(agreed(negotiate(Behavior.SERVER, "a, x, b", "a, x, b"))).containsExactly("a", "b");
        assertThat(negotiate(Behavior.SERVER, "x", "x").hasNegotiatedExtensions())
                .isFalse();
        assertThat(agreed(negotiate(Behavior.SERVER, "", ""))).isEmpty();
    }

    @Test
    void firstOfferThatCanBeMetIsUsed() {
        assertThat(agreed(negotiate(Behavior.SERVER, "", "a;refused, a;x=1, a;x=2, b")))
                .containsExactly("a;x=1", "b");
        assertThat(agreed(negotiate(Behavior.SERVER, "", "a;x=1;x=2, a;y"))).containsExactly("a;y");
    }

    @Test
    void firstUserOfAReservedBitIsUsed() {
        ExtensionStack extensions = negotiate(Behavior.SERVER, "", "c, b, a");
        assertThat(agreed(extensions)).containsExactly("c", "a");
        assertThat(extensions.getRsv2User()).isInstanceOf(C.class);
        assertThat(extensions.isRsv2Used()).isTrue();
        assertThat(extensions.isRsv1Used()).isFalse();
        assertThat(extensions.isRsv3Used()).isFalse();
    }

    @Test
    void clientFailsByAnAnswerThatIsNotToItsOffer() {
        assertThat(agreed(negotiate(Behavior.CLIENT, "a, b", "b"))).containsExactly("b");
        for (String answer : new String[] {"c", "a;refused", "a;x;x"}) {
            assertThatThrownBy(() -> negotiate(Behavior.CLIENT, "a, b", answer))
                    .isInstanceOf(WebSocketException.class)
                    .hasMessageContaining(answer.substring(0, 1));
        }
        assertThatThrownBy(() -> negotiate(Behavior.CLIENT, "x", "x"))
                .isInstanceOf(WebSocketException.class)
                .hasMessageContaining("not known");
    }

    /** What is for one side only reaches the extension of that side. */
    @Test
    void internalParametersOfTheOfferAreThoseOfTheClient() {
        ExtensionStack extensions = negotiate(Behavior.CLIENT, "a;@twice=1", "a;x");
        assertThat(extensions.getExtensions().get(0).getConfig().getParameters())
                .containsEntry("@twice", "1")
                .containsKey("x");
        assertThat(ExtensionConfig.toHeaderValue(extensions.getNegotiatedExtensions()))
                .isEqualTo("a;x");
    }

    @Test
    void internalExtensionOfAClientIsNextToTheSession() {
        assertThat(agreed(negotiate(Behavior.CLIENT, "b, @a, @unknown", "b"))).containsExactly("@a", "b");
        assertThat(agreed(negotiate(Behavior.SERVER, "b", "b, @a"))).containsExactly("b", "@a");
    }

    @Test
    void internalParametersAreNoneOfCompression() {
        for (Behavior behavior : Behavior.values()) {
            String config = PerMessageDeflateExtension.NAME + ";@size=10;client_no_context_takeover";
            assertThat(agreed(negotiate(behavior, config, config))).containsExactly(config);
        }
    }

    @Test
    void framesPassTheExtensionsInTheirOrder() {
        ExtensionStack extensions = negotiate(Behavior.SERVER, "", "a;@twice=2, b");
        List<String> sent = new ArrayList<>();
        List<String> received = new ArrayList<>();
        List<String> demanded = new ArrayList<>();
        extensions.setLastDemand(() -> demanded.add("demand"));
        extensions.initialize(
                (frame, callback) -> {
                    received.add(frame.getPayloadAsUTF8());
                    callback.succeeded();
                },
                entry -> sent.add(entry.getFrame().getPayloadAsUTF8()),
                new CoreSession.Empty());
        extensions.sendFrame(new Frame(OpCode.TEXT, "x"), Callback.NOOP, false);
        assertThat(sent).containsExactly("xa2b");
        extensions.onFrame(new Frame(OpCode.TEXT, ByteBuffer.wrap("yab".getBytes())), Callback.NOOP);
        assertThat(received).containsExactly("y");
        extensions.demand();
        assertThat(demanded).containsExactly("demand");
        assertThat(extensions).hasToString("ExtensionStack[a,b]");
    }
}
