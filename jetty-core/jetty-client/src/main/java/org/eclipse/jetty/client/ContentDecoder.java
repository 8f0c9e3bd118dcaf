package org.eclipse.jetty.client;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.component.DumpableCollection;
import org.jspecify.annotations.Nullable;

/** Decoding of responses by their Content-Encoding. */
public interface ContentDecoder {
    /** Creates the decoders of a coding. Thread-safe. */
    abstract class Factory extends ContainerLifeCycle {
        /** No weight is sent. */
        protected static final float NO_WEIGHT = -1F;

        private final String encoding;
        private final float weight;

        protected Factory(String encoding) {
            this(encoding, NO_WEIGHT);
        }

        /** @param weight from 0 to 1, or {@link #NO_WEIGHT} */
        protected Factory(String encoding, float weight) {
            if (weight != NO_WEIGHT && !(weight >= 0 && weight <= 1)) {
                throw new IllegalArgumentException("weight: " + weight + " (expected: 0-1)");
            }
            this.encoding = encoding;
            this.weight = weight;
        }

        public String getEncoding() {
            return encoding;
        }

        public float getWeight() {
            return weight;
        }

        @Override
        public boolean equals(@Nullable Object obj) {
            return obj instanceof Factory other && encoding.equalsIgnoreCase(other.encoding);
        }

        @Override
        public int hashCode() {
            return encoding.toLowerCase(Locale.ENGLISH).hashCode();
        }

        /** Decodes what it reads from another source. */
        public abstract Content.Source newDecoderContentSource(Content.Source contentSource);
    }

    /** The codings that a client accepts. Thread-safe. */
    class Factories extends ContainerLifeCycle implements Iterable<Factory>, Dumpable {
        private final Map<String, Factory> factories = new LinkedHashMap<>();
        private volatile List<Factory> list = List.of();
        private volatile @Nullable HttpField acceptEncoding;
        private final Consumer<Factory> joining;
        private volatile boolean cleared;

        public Factories() {
            this(factory -> {});
        }

        /** @param joining called with each coding before it is added */
        Factories(Consumer<Factory> joining) {
            this.joining = joining;
        }

        /** Returns the field that is sent with requests; null without codings. */
        public @Nullable HttpField getAcceptEncodingField() {
            return acceptEncoding;
        }

        @Override
        public Iterator<Factory> iterator() {
            return list.iterator();
        }

        public boolean isEmpty() {
            return list.isEmpty();
        }

        /** Removes all codings; a client that is started later does not add those that it would decode by default. */
        public void clear() {
            synchronized (factories) {
                cleared = true;
                factories.values().forEach(this::removeBean);
                factories.clear();
                update();
            }
        }

        /** Adds a coding, or replaces the one of its name; returns the replaced one. */
        public @Nullable Factory put(Factory factory) {
            joining.accept(factory);
            synchronized (factories) {
                Factory replaced = factories.put(factory.getEncoding().toLowerCase(Locale.ENGLISH), factory);
                updateBean(replaced, factory, true);
                update();
                return replaced;
            }
        }

        boolean isCleared() {
            return cleared;
        }

        private void update() {
            list = List.copyOf(factories.values());
            StringBuilder value = new StringBuilder();
            for (Factory factory : list) {
                value.append(value.isEmpty() ? "" : ", ").append(factory.getEncoding());
                if (factory.getWeight() != Factory.NO_WEIGHT) {
                    value.append(";q=").append(String.format(Locale.ENGLISH, "%.3f", factory.getWeight()));
                }
            }
            acceptEncoding =
                    value.isEmpty() ? null : new PreEncodedHttpField(HttpHeader.ACCEPT_ENCODING, value.toString());
        }

        /** Returns the factory of a coding. */
        public @Nullable Factory get(String encoding) {
            for (Factory factory : list) {
                if (factory.getEncoding().equalsIgnoreCase(encoding)) {
                    return factory;
                }
            }
            return null;
        }

        @Override
        public String dump() {
            return Dumpable.dump(this);
        }

        @Override
        public void dump(Appendable out, String indent) throws IOException {
            Dumpable.dumpObjects(out, indent, this, new DumpableCollection("factories", list));
        }
    }
}
