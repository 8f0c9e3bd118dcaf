package org.eclipse.jetty.util.component;

import java.io.IOException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.jspecify.annotations.Nullable;

/**
 * Something that can describe itself and its parts as a tree of lines.
 *
 * <pre>
 * Server@1 - STARTED
 * += pool - STARTED       managed bean
 * |  +- queue             part
 * +~ scheduler - STARTED  unmanaged bean
 * +? later - STOPPED      will be managed or not
 * +@ attributes           map
 * </pre>
 */
@ManagedObject("Something that can be dumped")
public interface Dumpable {
    String LEGEND = "key: +- bean, += managed, +~ unmanaged, +? auto, +: iterable, +] array, +@ map, +> undefined";

    @ManagedOperation(value = "Dumps the object to a string", impact = "INFO")
    default String dump() {
        return dump(this);
    }

    /**
     * Appends the tree.
     *
     * @param out where to
     * @param indent what every line but the first one starts with
     */
    void dump(Appendable out, String indent) throws IOException;

    /** The tree of the object, with the legend. */
    static String dump(Dumpable dumpable) {
        StringBuilder text = new StringBuilder();
        dump(dumpable, text);
        return text.toString();
    }

    static void dump(Dumpable dumpable, Appendable out) {
        try {
            dumpable.dump(DumpAppendable.ensure(out), "");
            out.append(LEGEND).append(System.lineSeparator());
        } catch (IOException x) {
            throw ExceptionUtil.asRuntimeException(x);
        }
    }

    /** The one line of this object. */
    default String dumpSelf() {
        return toString();
    }

    /** Appends the one line of any object. */
    static void dumpObject(Appendable out, @Nullable Object o) throws IOException {
        String text;
        try {
            if (o == null) {
                text = "null";
            } else if (o instanceof Dumpable dumpable) {
                text = singleLine(dumpable.dumpSelf());
                if (o instanceof LifeCycle lifeCycle) {
                    text += " - " + AbstractLifeCycle.getState(lifeCycle);
                }
            } else if (o instanceof Collection<?> collection) {
                text = String.format("%s@%x(size=%d)", o.getClass().getName(), o.hashCode(), collection.size());
            } else if (o.getClass().isArray()) {
                text = String.format(
                        "%s@%x[size=%d]", o.getClass().getComponentType(), o.hashCode(), Array.getLength(o));
            } else if (o instanceof Map<?, ?> map) {
                text = String.format("%s@%x{size=%d}", o.getClass().getName(), o.hashCode(), map.size());
            } else {
                text = singleLine(o.toString());
                if (o instanceof LifeCycle lifeCycle) {
                    text += " - " + AbstractLifeCycle.getState(lifeCycle);
                }
            }
        } catch (RuntimeException x) {
            text = "=> " + x;
        }
        out.append(text).append(System.lineSeparator());
    }

    private static String singleLine(@Nullable String text) {
        return text == null
                ? "null"
                : text.replace("\r\n", "|").replace('\n', '|').replace('\r', '|');
    }

    /** Appends an object with its beans (of a container), its elements (of a collection, array or map), and more parts. */
    static void dumpObjects(Appendable to, String indent, Object object, Object @Nullable ... extraChildren)
            throws IOException {
        Appendable out = DumpAppendable.ensure(to);
        dumpObject(out, object);
        DumpAppendable.visit(out, object);
        int extras = extraChildren == null ? 0 : extraChildren.length;
        if (object instanceof Stream<?> stream) {
            object = stream.toArray();
        }
        if (object instanceof Container container) {
            dumpContainer(out, indent, container, extras == 0);
        }
        if (object instanceof Iterable<?> iterable) {
            dumpIterable(out, indent, iterable, extras == 0);
        } else if (object instanceof Object[] array) {
            dumpParts(out, indent, Arrays.asList(array), "+] ", extras == 0);
        } else if (object instanceof Map<?, ?> map) {
            dumpMapEntries(out, indent, map, extras == 0);
        }
        if (extras > 0) {
            dumpParts(out, indent, Arrays.asList(extraChildren), "+> ", true);
        }
    }

    private static void dumpParts(Appendable out, String indent, Iterable<?> parts, String mark, boolean last)
            throws IOException {
        for (Iterator<?> i = parts.iterator(); i.hasNext(); ) {
            Object part = i.next();
            dumpPart(out, indent, part, mark, last && !i.hasNext());
        }
    }

    private static void dumpPart(Appendable out, String indent, Object part, String mark, boolean last)
            throws IOException {
        out.append(indent).append(mark);
        String deeper = indent + (last ? "   " : "|  ");
        if (part instanceof Map.Entry<?, ?> entry) {
            out.append(String.valueOf(entry.getKey())).append(" = ");
            part = entry.getValue();
        }
        if (part instanceof Dumpable dumpable) {
            if (((DumpAppendable) out).isVisited(part)) {
                dumpObject(out, part);
            } else {
                dumpable.dump(out, deeper);
            }
        } else if (part instanceof Map || part instanceof Collection || part instanceof Object[]) {
            dumpObjects(out, deeper, part);
        } else {
            dumpObject(out, part);
        }
    }

    static void dumpContainer(Appendable to, String indent, Container container, boolean last) throws IOException {
        Appendable out = DumpAppendable.ensure(to);
        List<Object> beans = new ArrayList<>();
        for (Object bean : container.getBeans()) {
            if (container instanceof DumpableContainer dumpable && !dumpable.isDumpable(bean)) {
                continue;
            }
            beans.add(bean);
        }
        for (Iterator<Object> i = beans.iterator(); i.hasNext(); ) {
            Object bean = i.next();
            boolean end = last && !i.hasNext();
            if (!(bean instanceof LifeCycle)) {
                dumpPart(out, indent, bean, "+- ", end);
            } else if (container.isManaged(bean)) {
                dumpPart(out, indent, bean, "+= ", end);
            } else {
                boolean auto = container instanceof ContainerLifeCycle c && c.isAuto(bean);
                out.append(indent).append(auto ? "+? " : "+~ ");
                // what another container manages is dumped there
                if (auto && bean instanceof Dumpable dumpable && !((DumpAppendable) out).isVisited(bean)) {
                    dumpable.dump(out, indent + (end ? "   " : "|  "));
                } else {
                    dumpObject(out, bean);
                }
            }
        }
    }

    static void dumpIterable(Appendable to, String indent, Iterable<?> iterable, boolean last) throws IOException {
        dumpParts(DumpAppendable.ensure(to), indent, iterable, "+: ", last);
    }

    static void dumpMapEntries(Appendable to, String indent, Map<?, ?> map, boolean last) throws IOException {
        dumpParts(DumpAppendable.ensure(to), indent, map.entrySet(), "+@ ", last);
    }

    /** An object with a name in front. */
    static Dumpable named(String name, Object object) {
        return (out, indent) -> {
            out.append(name).append(": ");
            dumpObjects(out, indent, object);
        };
    }

    /** A container that says which of its beans to dump. */
    interface DumpableContainer extends Dumpable {
        default boolean isDumpable(Object o) {
            return true;
        }
    }

    /** Remembers what was dumped, so that a circle ends. Confined to one dump. */
    class DumpAppendable implements Appendable {
        private final Appendable appendable;
        private final java.util.Set<Object> visited =
                java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());

        public DumpAppendable() {
            this(new StringBuilder());
        }

        public DumpAppendable(Appendable appendable) {
            this.appendable = appendable;
        }

        public static DumpAppendable ensure(Appendable appendable) {
            return appendable instanceof DumpAppendable dump ? dump : new DumpAppendable(appendable);
        }

        public static void visit(Appendable appendable, Object object) {
            if (appendable instanceof DumpAppendable dump) {
                dump.visited.add(object);
            }
        }

        boolean isVisited(Object object) {
            return visited.contains(object);
        }

        @Override
        public Appendable append(CharSequence text) throws IOException {
            appendable.append(text);
            return this;
        }

        @Override
        public Appendable append(CharSequence text, int start, int end) throws IOException {
            appendable.append(text, start, end);
            return this;
        }

        @Override
        public Appendable append(char c) throws IOException {
            appendable.append(c);
            return this;
        }

        @Override
        public String toString() {
            return appendable.toString();
        }
    }
}
