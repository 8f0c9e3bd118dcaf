package org.eclipse.jetty.ee10.webapp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.eclipse.jetty.util.ClassMatcher;

/** A configuration that does nothing, to be extended. Immutable. */
public class AbstractConfiguration implements Configuration {
    private final boolean enabledByDefault;
    private final List<String> after;
    private final List<String> before;
    private final ClassMatcher protectedClasses;
    private final ClassMatcher hiddenClasses;

    /** What is the same for all applications. */
    public static class Builder {
        private final List<String> after = new ArrayList<>();
        private final List<String> before = new ArrayList<>();
        private final ClassMatcher protectedClasses = new ClassMatcher();
        private final ClassMatcher hiddenClasses = new ClassMatcher();
        private boolean enabledByDefault = true;

        public Builder() {}

        public Builder enabledByDefault(boolean enabled) {
            enabledByDefault = enabled;
            return this;
        }

        /** Comes after configurations of these classes. */
        public Builder addDependencies(String... classNames) {
            after.addAll(List.of(classNames));
            return this;
        }

        @SafeVarargs
        public final Builder addDependencies(Class<? extends Configuration>... classes) {
            for (Class<?> type : classes) {
                after.add(type.getName());
            }
            return this;
        }

        /** Comes before configurations of these classes. */
        public Builder addDependents(String... classNames) {
            before.addAll(List.of(classNames));
            return this;
        }

        public Builder addDependents(Class<?>... classes) {
            for (Class<?> type : classes) {
                before.add(type.getName());
            }
            return this;
        }

        /** Applications cannot replace these classes. */
        public Builder protect(String... patterns) {
            protectedClasses.include(patterns);
            return this;
        }

        /** Applications cannot see these classes. */
        public Builder hide(String... patterns) {
            hiddenClasses.include(patterns);
            return this;
        }

        /** Applications see these classes, though others beside them are hidden. */
        public Builder expose(String... patterns) {
            hiddenClasses.exclude(patterns);
            return this;
        }

        public Builder protectAndExpose(String... patterns) {
            return protect(patterns).expose(patterns);
        }
    }

    protected AbstractConfiguration(Builder builder) {
        enabledByDefault = builder.enabledByDefault;
        after = List.copyOf(builder.after);
        before = List.copyOf(builder.before);
        protectedClasses = builder.protectedClasses.asImmutable();
        hiddenClasses = builder.hiddenClasses.asImmutable();
    }

    @Override
    public Collection<String> getDependencies() {
        return after;
    }

    @Override
    public Collection<String> getDependents() {
        return before;
    }

    @Override
    public ClassMatcher getProtectedClasses() {
        return protectedClasses;
    }

    @Override
    public ClassMatcher getHiddenClasses() {
        return hiddenClasses;
    }

    @Override
    public void preConfigure(WebAppContext context) throws Exception {}

    @Override
    public void configure(WebAppContext context) throws Exception {}

    @Override
    public void postConfigure(WebAppContext context) throws Exception {}

    @Override
    public void deconfigure(WebAppContext context) throws Exception {}

    @Override
    public void destroy(WebAppContext context) throws Exception {}

    @Override
    public boolean isEnabledByDefault() {
        return enabledByDefault;
    }

    @Override
    public boolean abort(WebAppContext context) {
        return false;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName();
    }
}
