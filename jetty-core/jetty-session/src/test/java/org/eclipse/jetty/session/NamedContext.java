package org.eclipse.jetty.session;

import java.lang.reflect.Proxy;

/** A context of sessions without a server. */
final class NamedContext extends SessionContext {
    private final String worker;
    private final String contextPath;

    NamedContext(String worker, String contextPath) {
        super((SessionManager) Proxy.newProxyInstance(
                NamedContext.class.getClassLoader(),
                new Class<?>[] {SessionManager.class},
                (proxy, method, arguments) -> null));
        this.worker = worker;
        this.contextPath = contextPath;
    }

    @Override
    public String getWorkerName() {
        return worker;
    }

    @Override
    public String getCanonicalContextPath() {
        return contextPath.replace('/', '_');
    }
}
