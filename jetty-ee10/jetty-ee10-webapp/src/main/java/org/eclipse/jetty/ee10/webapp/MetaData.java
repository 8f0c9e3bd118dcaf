package org.eclipse.jetty.ee10.webapp;

import jakarta.servlet.ServletContext;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletContextApi;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What descriptors and annotations say about a web application, where it was said, and the order in which it is applied:
 * defaults, web.xml, overrides, annotations of WEB-INF/classes, then each library's fragment and annotations
 * (Servlet section 8.2.3). Guarded by the life cycle of its web application.
 */
public class MetaData {
    private static final Logger LOG = LoggerFactory.getLogger(MetaData.class);

    private final Map<String, OriginInfo> origins = new HashMap<>();
    private final List<WebDescriptor> overrides = new ArrayList<>();
    private final List<DescriptorProcessor> processors = new ArrayList<>();
    private final Map<String, FragmentDescriptor> fragmentsByName = new LinkedHashMap<>();
    private final Map<Resource, FragmentDescriptor> fragmentsByJar = new LinkedHashMap<>();
    private final Map<String, Resource> jarsByName = new HashMap<>();
    private final Map<Resource, List<DiscoveredAnnotation>> annotations = new HashMap<>();
    private final List<DiscoveredAnnotation> classesAnnotations = new ArrayList<>();
    private final List<Resource> classes = new ArrayList<>();
    private final List<Resource> containerResources = new ArrayList<>();
    private final List<Resource> jars = new ArrayList<>();
    private @Nullable List<Resource> orderedJars;
    private @Nullable WebDescriptor defaults;
    private @Nullable WebDescriptor web;
    private @Nullable Ordering ordering;
    private boolean metaDataComplete;
    private boolean resolved;
    private boolean allowDuplicateFragmentNames;

    /** Where a piece of configuration was said. Immutable. */
    public static class OriginInfo {
        private final String name;
        private final Origin origin;
        private final @Nullable Object place;

        public OriginInfo(String name, Annotation annotation, Class<?> annotated) {
            this(name, Origin.of(annotation), annotated.getName());
        }

        public OriginInfo(String name, Descriptor descriptor) {
            this(name, Origin.of(descriptor), descriptor);
        }

        public OriginInfo(String name) {
            this(name, Origin.API, null);
        }

        private OriginInfo(String name, Origin origin, @Nullable Object place) {
            this.name = name;
            this.origin = origin;
            this.place = place;
        }

        public String getName() {
            return name;
        }

        public Origin getOriginType() {
            return origin;
        }

        /** Returns the descriptor, or null when it was no descriptor. */
        public @Nullable Descriptor getDescriptor() {
            return place instanceof Descriptor descriptor ? descriptor : null;
        }

        @Override
        public String toString() {
            return place instanceof Descriptor descriptor
                    ? descriptor.getURI()
                    : origin + (place == null ? "" : " of " + place);
        }
    }

    public MetaData() {}

    /** Forgets everything that was found in the application. */
    public void clear() {
        origins.clear();
        overrides.clear();
        processors.clear();
        fragmentsByName.clear();
        fragmentsByJar.clear();
        jarsByName.clear();
        annotations.clear();
        classesAnnotations.clear();
        classes.clear();
        containerResources.clear();
        jars.clear();
        orderedJars = null;
        defaults = null;
        web = null;
        ordering = null;
        metaDataComplete = false;
        resolved = false;
    }

    // descriptors

    public void setDefaultsDescriptor(DefaultsDescriptor descriptor) throws Exception {
        descriptor.parse(WebDescriptor.newParser());
        defaults = descriptor;
    }

    public void setWebDescriptor(WebDescriptor descriptor) throws Exception {
        descriptor.parse(WebDescriptor.newParser());
        web = descriptor;
        metaDataComplete = WebDescriptor.isMetaDataComplete(descriptor);
        takeOrder(descriptor);
    }

    public void addOverrideDescriptor(OverrideDescriptor descriptor) throws Exception {
        descriptor.parse(WebDescriptor.newParser());
        if (descriptor.getRoot().getAttribute("metadata-complete") != null) {
            metaDataComplete = WebDescriptor.isMetaDataComplete(descriptor);
        }
        overrides.add(descriptor);
        takeOrder(descriptor);
    }

    private void takeOrder(WebDescriptor descriptor) {
        if (!descriptor.isOrdered()) {
            return;
        }
        AbsoluteOrdering absolute = new AbsoluteOrdering(this);
        for (String name : descriptor.getOrdering()) {
            if (AbsoluteOrdering.OTHER.equals(name)) {
                absolute.addOthers();
            } else {
                absolute.add(name);
            }
        }
        setOrdering(absolute);
    }

    /**
     * Adds the fragment of a library; a second one of the same name fails, unless web.xml gives the order
     * (Servlet section 8.2.2).
     */
    public void addFragmentDescriptor(Resource jar, FragmentDescriptor descriptor) throws Exception {
        descriptor.parse(WebDescriptor.newParser());
        FragmentDescriptor other = fragmentsByName.get(descriptor.getName());
        if (other != null && !allowDuplicateFragmentNames && !(ordering instanceof AbsoluteOrdering)) {
            throw new DescriptorException("Two web fragments are named " + descriptor.getName() + ": " + other.getURI()
                    + " and " + descriptor.getURI() + "; rename one, or order them in web.xml by <absolute-ordering>");
        }
        fragmentsByName.put(descriptor.getName(), descriptor);
        fragmentsByJar.put(jar, descriptor);
        jarsByName.put(descriptor.getName(), jar);
        if (descriptor.isOrdered() && ordering == null) {
            ordering = new RelativeOrdering(this);
        }
    }

    public @Nullable WebDescriptor getDefaultsDescriptor() {
        return defaults;
    }

    public @Nullable WebDescriptor getWebDescriptor() {
        return web;
    }

    public List<WebDescriptor> getOverrideDescriptors() {
        return overrides;
    }

    public @Nullable FragmentDescriptor getFragmentDescriptor(String name) {
        return fragmentsByName.get(name);
    }

    public @Nullable FragmentDescriptor getFragmentDescriptorForJar(Resource jar) {
        return fragmentsByJar.get(jar);
    }

    public @Nullable Resource getJarForFragmentName(String name) {
        return jarsByName.get(name);
    }

    public Map<String, FragmentDescriptor> getNamedFragmentDescriptors() {
        return Collections.unmodifiableMap(fragmentsByName);
    }

    public void addDescriptorProcessor(DescriptorProcessor processor) {
        processors.add(processor);
    }

    public void removeDescriptorProcessor(DescriptorProcessor processor) {
        processors.remove(processor);
    }

    public boolean isAllowDuplicateFragmentNames() {
        return allowDuplicateFragmentNames;
    }

    public void setAllowDuplicateFragmentNames(boolean allow) {
        allowDuplicateFragmentNames = allow;
    }

    /** Whether web.xml, or the last override that says so, excludes fragments and annotations. */
    public boolean isMetaDataComplete() {
        return metaDataComplete;
    }

    /** Whether web.xml and all fragments that take part say that the application may be distributed. */
    public boolean isDistributable() {
        if (web == null || !web.isDistributable()) {
            return false;
        }
        for (Resource jar : getWebInfResources(true)) {
            FragmentDescriptor fragment = fragmentsByJar.get(jar);
            if (fragment != null && !fragment.isDistributable()) {
                return false;
            }
        }
        return true;
    }

    // libraries

    public void addWebInfResource(Resource jar) {
        jars.add(jar);
    }

    /** Returns the libraries of the application, either as they lie there or in order, without what that excludes. */
    public List<Resource> getWebInfResources(boolean withOrdering) {
        return Collections.unmodifiableList(withOrdering && orderedJars != null ? orderedJars : jars);
    }

    public List<Resource> getContainerResources() {
        return containerResources;
    }

    public void addContainerResource(Resource jar) {
        containerResources.add(jar);
    }

    public void setWebInfClassesResources(List<Resource> directories) {
        classes.clear();
        classes.addAll(directories);
    }

    /** Returns WEB-INF/classes. */
    public List<Resource> getWebInfClassesResources() {
        return classes;
    }

    public boolean isOrdered() {
        return ordering != null;
    }

    public @Nullable Ordering getOrdering() {
        return ordering;
    }

    public void setOrdering(Ordering ordering) {
        this.ordering = ordering;
        orderedJars = null;
    }

    /** Orders the libraries, once all fragments are known. */
    public void orderFragments() {
        orderedJars = ordering == null ? null : ordering.order(jars);
    }

    // annotations

    public void addDiscoveredAnnotation(DiscoveredAnnotation annotation) {
        Resource jar = annotation.getResource();
        if (jar == null || classes.contains(jar)) {
            classesAnnotations.add(annotation);
        } else {
            annotations.computeIfAbsent(jar, k -> new ArrayList<>()).add(annotation);
        }
    }

    /** Applies everything to the application, in order, once. */
    void resolve(WebAppContext context) throws Exception {
        if (resolved) {
            return;
        }
        resolved = true;
        ServletContextApi api = context.getContext().getServletContext();
        if (web != null) {
            api.setEffectiveMajorVersion(web.getMajorVersion());
            api.setEffectiveMinorVersion(web.getMinorVersion());
        }
        if (orderedJars != null) {
            List<String> names = new ArrayList<>();
            for (Resource jar : orderedJars) {
                names.add(jar.getFileName());
            }
            context.getContext().setAttribute(ServletContext.ORDERED_LIBS, Collections.unmodifiableList(names));
        }
        process(context, defaults);
        process(context, web);
        for (WebDescriptor override : overrides) {
            process(context, override);
        }
        for (DiscoveredAnnotation annotation : classesAnnotations) {
            apply(annotation);
        }
        for (Resource jar : getWebInfResources(true)) {
            process(context, metaDataComplete ? null : fragmentsByJar.get(jar));
            for (DiscoveredAnnotation annotation : annotations.getOrDefault(jar, List.of())) {
                apply(annotation);
            }
        }
        // annotations of the server's own libraries come last
        for (Map.Entry<Resource, List<DiscoveredAnnotation>> entry : annotations.entrySet()) {
            if (!jars.contains(entry.getKey())) {
                entry.getValue().forEach(MetaData::apply);
            }
        }
        MovedMappings.toPages(context);
        if (isDistributable()) {
            context.setDistributable(true);
        }
    }

    private static void apply(DiscoveredAnnotation annotation) {
        LOG.debug("applying {}", annotation);
        annotation.apply();
    }

    private void process(WebAppContext context, @Nullable WebDescriptor descriptor) throws Exception {
        if (descriptor == null) {
            return;
        }
        LOG.debug("applying {}", descriptor);
        for (DescriptorProcessor processor : processors) {
            processor.process(context, descriptor);
        }
    }

    // origins

    public Origin getOrigin(String name) {
        OriginInfo info = origins.get(name);
        return info == null ? Origin.NotSet : info.getOriginType();
    }

    public @Nullable OriginInfo getOriginInfo(String name) {
        return origins.get(name);
    }

    public @Nullable Descriptor getOriginDescriptor(String name) {
        OriginInfo info = origins.get(name);
        return info == null ? null : info.getDescriptor();
    }

    public void setOrigin(@Nullable String name, Descriptor descriptor) {
        if (name != null) {
            origins.put(name, new OriginInfo(name, descriptor));
        }
    }

    public void setOrigin(@Nullable String name, Annotation annotation, Class<?> annotated) {
        if (name != null) {
            origins.put(name, new OriginInfo(name, annotation, annotated));
        }
    }

    public void setOriginAPI(@Nullable String name) {
        if (name != null) {
            origins.put(name, new OriginInfo(name));
        }
    }

    public Map<String, OriginInfo> getOrigins() {
        return Collections.unmodifiableMap(origins);
    }
}
