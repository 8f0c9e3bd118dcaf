package org.eclipse.jetty.ee10.websocket.jakarta.common.coders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Encoder;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodersTest {
    private static final List<String> EVENTS = new ArrayList<>();

    /** The life cycle that decoders and encoders have. */
    public abstract static class Coder {
        public void init(EndpointConfig config) {
            EVENTS.add("init " + getClass().getSimpleName());
        }

        public void destroy() {
            EVENTS.add("destroy " + getClass().getSimpleName());
        }
    }

    public abstract static class GenericText<A, T> extends Coder implements Decoder.Text<T>, Encoder.Text<T> {
        @Override
        public T decode(String text) {
            return null;
        }

        @Override
        public boolean willDecode(String text) {
            return true;
        }

        @Override
        public String encode(T object) {
            return object.toString();
        }
    }

    public abstract static class Swapped<X, Y> extends GenericText<Y, X> {}

    public static class Numbers extends Swapped<Integer, String> {}

    public static class Lists extends GenericText<String, List<String>> {}

    public static class Open<T> extends GenericText<String, T> {}

    public static class WithoutInterface extends Coder implements Decoder, Encoder {}

    public static class WithoutConstructor extends GenericText<String, String> {
        public WithoutConstructor(String argument) {}
    }

    public static class Both extends Coder implements Decoder.TextStream<Number>, Decoder.Binary<Long> {
        @Override
        public Number decode(Reader reader) {
            return 1;
        }

        @Override
        public Long decode(ByteBuffer bytes) {
            return 2L;
        }

        @Override
        public boolean willDecode(ByteBuffer bytes) {
            return true;
        }
    }

    public static class ObjectWriter extends Coder implements Encoder.TextStream<Object> {
        @Override
        public void encode(Object object, Writer writer) {}
    }

    public static class LongBytes extends Coder implements Encoder.Binary<Long> {
        @Override
        public ByteBuffer encode(Long object) {
            return null;
        }
    }

    @Test
    void typeIsFoundThroughGenericSuperclasses() {
        assertThat(TypeArguments.of(Numbers.class, Decoder.Text.class)).isEqualTo(Integer.class);
        assertThat(TypeArguments.of(Lists.class, Encoder.Text.class)).isEqualTo(List.class);
        assertThat(TypeArguments.of(Open.class, Decoder.Text.class)).isNull();
    }

    @Test
    void typeOfArrayHandlerIsFoundAndThatOfLambdaIsNot() {
        MessageHandler.Whole<byte[]> named = new MessageHandler.Whole<>() {
            @Override
            public void onMessage(byte[] message) {}
        };
        MessageHandler.Whole<String> lambda = message -> {};
        assertThat(TypeArguments.of(named.getClass(), MessageHandler.Whole.class))
                .isEqualTo(byte[].class);
        assertThat(TypeArguments.of(lambda.getClass(), MessageHandler.Whole.class))
                .isNull();
    }

    @Test
    void decodersAreFoundInTheirOrderByWhatTheyMake() throws Exception {
        Decoders decoders = new Decoders(List.of(Numbers.class, Both.class));
        assertThat(decoders.find(Number.class, true))
                .extracting(Decoders.Entry::decoder)
                .containsExactly(Numbers.class, (Class) Both.class);
        assertThat(decoders.find(int.class, true))
                .extracting(Decoders.Entry::decoder)
                .containsExactly((Class) Numbers.class);
        assertThat(decoders.find(Long.class, true)).isEmpty();
        assertThat(decoders.find(Long.class, false))
                .extracting(Decoders.Entry::form)
                .containsExactly(Decoders.Form.BINARY);
    }

    @Test
    void encoderOfTheTypeItselfComesBeforeOneOfAWiderType() throws Exception {
        Encoders encoders = new Encoders(List.of(ObjectWriter.class, LongBytes.class));
        assertThat(encoders.find(Long.class)).isEqualTo(LongBytes.class);
        assertThat(encoders.find(String.class)).isEqualTo(ObjectWriter.class);
        assertThat(new Encoders(List.of(LongBytes.class)).find(String.class)).isNull();
    }

    @Test
    void codersThatCannotWorkAreRefusedByName() {
        assertThatThrownBy(() -> new Decoders(List.of((Class) Open.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(Open.class.getName())
                .hasMessageContaining("does not say what Text decodes");
        assertThatThrownBy(() -> new Decoders(List.of(WithoutInterface.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(WithoutInterface.class.getName())
                .hasMessageContaining("implements none of");
        assertThatThrownBy(() -> new Encoders(List.of(WithoutInterface.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("implements none of");
        assertThatThrownBy(() -> new Encoders(List.of(WithoutConstructor.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(WithoutConstructor.class.getName())
                .hasMessageContaining("no public constructor");
    }

    @Test
    void instancesAreMadeOnceInitialisedAndDestroyedWithTheSession() {
        EVENTS.clear();
        CoderInstances instances = new CoderInstances(null);
        assertThat(instances.get(Numbers.class)).isSameAs(instances.get(Numbers.class));
        instances.destroy();
        instances.destroy();
        assertThat(EVENTS).containsExactly("init Numbers", "destroy Numbers");
        assertThatThrownBy(() -> instances.get(Lists.class)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "boolean, true, true",
        "byte, -128, -128",
        "char, x, x",
        "double, 1.5, 1.5",
        "float, 2.5, 2.5",
        "int, 7, 7",
        "long, 9000000000, 9000000000",
        "short, 3, 3"
    })
    void primitivesAreReadFromText(String name, String text, String expected) throws Exception {
        Class<?> type = List.of(
                        boolean.class,
                        byte.class,
                        char.class,
                        double.class,
                        float.class,
                        int.class,
                        long.class,
                        short.class)
                .stream()
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        Object value = Primitives.parse(type, text);
        assertThat(value).isInstanceOf(Primitives.boxed(type)).hasToString(expected);
    }

    @Test
    void textThatIsNoValueIsRefusedWithTheText() {
        assertThatThrownBy(() -> Primitives.parse(int.class, "seven"))
                .isInstanceOf(DecodeException.class)
                .hasMessage("Cannot read as int: seven");
        assertThatThrownBy(() -> Primitives.parse(Character.class, "xy")).isInstanceOf(DecodeException.class);
    }
}
