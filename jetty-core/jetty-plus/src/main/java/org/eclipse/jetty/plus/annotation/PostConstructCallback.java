package org.eclipse.jetty.plus.annotation;

/** A method that is called once an object is made and its resources are injected. */
public class PostConstructCallback extends LifeCycleCallback {
    public PostConstructCallback(Class<?> type, String methodName) {
        super(type, methodName);
    }

    public PostConstructCallback(String className, String methodName) {
        super(className, methodName);
    }

    @Override
    String kind() {
        return "PostConstruct";
    }
}
