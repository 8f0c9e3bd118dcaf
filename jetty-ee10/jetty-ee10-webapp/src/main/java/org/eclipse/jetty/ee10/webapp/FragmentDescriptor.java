package org.eclipse.jetty.ee10.webapp;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.xml.XmlParser;
import org.jspecify.annotations.Nullable;

/** The META-INF/web-fragment.xml of a library (Servlet section 8.2). */
public class FragmentDescriptor extends WebDescriptor {
    /** What the names of fragments without a name start with. */
    public static final String NAMELESS = "@@-NAMELESS-@@";

    private final List<String> befores = new ArrayList<>();
    private final List<String> afters = new ArrayList<>();
    private OtherType otherType = OtherType.None;
    private String name;

    /** Where this goes relative to all that are not named. */
    public enum OtherType {
        None,
        Before,
        After
    }

    public FragmentDescriptor(Resource resource) {
        super(resource);
        // names must differ, and nobody can name one that does not say its name
        name = NAMELESS + getURI();
    }

    @Override
    String rootTag() {
        return "web-fragment";
    }

    @Override
    public void parse(XmlParser parser) throws Exception {
        super.parse(parser);
        name = Objects.requireNonNullElse(getRoot().getString("name", false, true), name);
    }

    public String getName() {
        return name;
    }

    @Override
    void processOrdering() {
        XmlParser.Node ordering = getRoot().get("ordering");
        if (ordering == null) {
            return;
        }
        process(ordering.get("before"), befores, OtherType.Before);
        process(ordering.get("after"), afters, OtherType.After);
    }

    private void process(XmlParser.@Nullable Node node, List<String> names, OtherType others) {
        if (node == null) {
            return;
        }
        for (Object child : node) {
            if (!(child instanceof XmlParser.Node element)) {
                continue;
            }
            if ("others".equals(element.getTag())) {
                if (otherType != OtherType.None && otherType != others) {
                    throw new DescriptorException(element, "others can be either before or after, not both");
                }
                otherType = others;
            } else if ("name".equals(element.getTag())) {
                names.add(element.toString(false, true));
            }
        }
    }

    public List<String> getBefores() {
        return befores;
    }

    public List<String> getAfters() {
        return afters;
    }

    public OtherType getOtherType() {
        return otherType;
    }

    /** A fragment has no absolute ordering. */
    @Override
    public List<String> getOrdering() {
        return List.of();
    }

    @Override
    public boolean isOrdered() {
        return !befores.isEmpty() || !afters.isEmpty() || otherType != OtherType.None;
    }
}
