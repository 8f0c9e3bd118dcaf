package org.eclipse.jetty.plus.annotation;

/** A method that is called before an object is given up. */
public class PreDestroyCallback extends LifeCycleCallback {
    public PreDestroyCallback(Class<?> type, String methodName) {
        super(type, methodName);
    }

    public PreDestroyCallback(String className, String methodName) {
        super(className, methodName);
    }

    @Override
    String kind() {
        return "PreDestroy";
    }
}
