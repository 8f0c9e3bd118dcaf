package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.Registration;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ManagedName;
import org.jspecify.annotations.Nullable;

/**
 * Holds a named component with init parameters: a servlet or a filter. Guarded by its life cycle.
 *
 * @param <T> the type of the component
 */
@ManagedObject("A servlet or a filter")
public abstract class Holder<T> extends BaseHolder<T> implements ManagedName {
    private final Map<String, String> initParameters = new LinkedHashMap<>();
    private @Nullable String displayName;
    private String name = madeUp(getClass().getSimpleName());
    private boolean asyncSupported;
    private boolean named;
    private boolean namedByClass;

    protected Holder(Source source) {
        super(source);
        // what the embedder adds may go asynchronous unless told otherwise; all else asks (Registration.Dynamic)
        asyncSupported = source.getOrigin() == Source.Origin.EMBEDDED;
    }

    @ManagedAttribute(value = "The name shown to people", readonly = true)
    public @Nullable String getDisplayName() {
        return displayName;
    }

    public @Nullable String getInitParameter(String param) {
        return initParameters.get(param);
    }

    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(initParameters.keySet());
    }

    /** Returns the init parameters; the map is read-only. */
    public Map<String, String> getInitParameters() {
        return Collections.unmodifiableMap(initParameters);
    }

    @Override
    public String getManagedName() {
        return getName();
    }

    /** Returns the name that was given, else one that is made up, of the name of the class once that is known. */
    @ManagedAttribute(value = "The name", readonly = true)
    public String getName() {
        return name;
    }

    @Override
    protected void setInstance(@Nullable T instance) {
        super.setInstance(instance);
        ensureName();
    }

    /** Releases an instance that this holder made or was given. */
    public void destroyInstance(Object instance) throws Exception {}

    @Override
    public void setClassName(@Nullable String className) {
        super.setClassName(className);
        ensureName();
    }

    @Override
    public void setHeldClass(@Nullable Class<? extends T> held) {
        super.setHeldClass(held);
        ensureName();
    }

    private void ensureName() {
        String className = getClassName();
        if (!named && !namedByClass && className != null) {
            name = madeUp(className);
            namedByClass = true;
        }
    }

    private String madeUp(String of) {
        return of + "-" + Integer.toHexString(System.identityHashCode(this));
    }

    public void setDisplayName(@Nullable String displayName) {
        this.displayName = displayName;
    }

    public void setInitParameter(String param, String value) {
        initParameters.put(param, value);
    }

    public void setInitParameters(Map<String, String> map) {
        initParameters.clear();
        initParameters.putAll(map);
    }

    /** Sets the name; null for one that is made up. */
    public void setName(@Nullable String name) {
        named = name != null;
        namedByClass = false;
        this.name = name == null ? madeUp(getClass().getSimpleName()) : name;
        ensureName();
    }

    /** Whether the name was given, not made up. */
    boolean isNamed() {
        return named;
    }

    public void setAsyncSupported(boolean asyncSupported) {
        this.asyncSupported = asyncSupported;
    }

    public boolean isAsyncSupported() {
        return asyncSupported;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + name + "," + getClassName() + "," + getState() + "]";
    }

    /** What a servlet or filter is told when it is initialised. */
    protected class HolderConfig {
        public @Nullable ServletContext getServletContext() {
            return Holder.this.getServletContext();
        }

        public @Nullable String getInitParameter(String param) {
            return Holder.this.getInitParameter(param);
        }

        public Enumeration<String> getInitParameterNames() {
            return Holder.this.getInitParameterNames();
        }
    }

    /** The Servlet API's view of this holder, refusing changes once the context is initialised. */
    protected class HolderRegistration implements Registration.Dynamic {
        @Override
        public void setAsyncSupported(boolean isAsyncSupported) {
            illegalStateIfContextStarted();
            Holder.this.setAsyncSupported(isAsyncSupported);
        }

        public void setDescription(String description) {
            setDisplayName(description);
        }

        @Override
        public @Nullable String getClassName() {
            return Holder.this.getClassName();
        }

        @Override
        public @Nullable String getInitParameter(String name) {
            return Holder.this.getInitParameter(name);
        }

        @Override
        public Map<String, String> getInitParameters() {
            return Holder.this.getInitParameters();
        }

        @Override
        public String getName() {
            return Holder.this.getName();
        }

        @Override
        public boolean setInitParameter(String name, String value) {
            illegalStateIfContextStarted();
            if (name == null || value == null) {
                throw new IllegalArgumentException("init parameter name and value must not be null: " + name);
            }
            if (Holder.this.getInitParameter(name) != null) {
                return false;
            }
            Holder.this.setInitParameter(name, value);
            return true;
        }

        @Override
        public Set<String> setInitParameters(Map<String, String> initParameters) {
            illegalStateIfContextStarted();
            Set<String> clash = new HashSet<>();
            initParameters.forEach((name, value) -> {
                if (name == null || value == null) {
                    throw new IllegalArgumentException("init parameter name and value must not be null: " + name);
                }
                if (!Objects.equals(value, Holder.this.getInitParameter(name))
                        && Holder.this.getInitParameter(name) != null) {
                    clash.add(name);
                }
            });
            if (clash.isEmpty()) {
                initParameters.forEach(Holder.this::setInitParameter);
            }
            return clash;
        }
    }
}
