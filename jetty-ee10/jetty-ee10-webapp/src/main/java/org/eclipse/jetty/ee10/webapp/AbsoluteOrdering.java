package org.eclipse.jetty.ee10.webapp;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.resource.Resource;

/** The order that a web.xml gives: libraries that it does not name are left out, unless it has "others"; those of one name follow each other. */
public class AbsoluteOrdering implements Ordering {
    /** Stands for all that are not named. */
    public static final String OTHER = WebDescriptor.OTHERS;

    private final MetaData metaData;
    private final List<String> names = new ArrayList<>();

    public AbsoluteOrdering(MetaData metaData) {
        this.metaData = metaData;
    }

    public void add(String name) {
        names.add(name);
    }

    public void addOthers() {
        if (names.contains(OTHER)) {
            throw new IllegalArgumentException("more than one <others/> in <absolute-ordering> of "
                    + (metaData.getWebDescriptor() == null
                            ? "web.xml"
                            : metaData.getWebDescriptor().getURI()));
        }
        names.add(OTHER);
    }

    @Override
    public List<Resource> order(List<Resource> jars) {
        List<Resource> others = new ArrayList<>(jars);
        List<Resource> ordered = new ArrayList<>();
        int position = -1;
        for (String name : names) {
            if (OTHER.equals(name)) {
                position = ordered.size();
                continue;
            }
            // a name that no library has is ignored, and so is a second mention (section 8.2.2)
            for (Resource jar : List.copyOf(others)) {
                FragmentDescriptor fragment = metaData.getFragmentDescriptorForJar(jar);
                if (fragment != null && name.equals(fragment.getName())) {
                    others.remove(jar);
                    ordered.add(jar);
                }
            }
        }
        if (position >= 0) {
            ordered.addAll(position, others);
        }
        return ordered;
    }
}
