package org.eclipse.jetty.ee10.annotations;

import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.servlet.security.ConstraintAware;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.security.SecurityHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the security annotations of servlet classes, however the servlet was declared, before it is made
 * (Servlet sections 13.4.1 and 15.5). Guarded by the life cycle of its web application.
 */
final class ServletAnnotations implements WebAppContext.ServletIntrospector {
    private static final Logger LOG = LoggerFactory.getLogger(ServletAnnotations.class);

    private final WebAppContext context;

    ServletAnnotations(WebAppContext context) {
        this.context = context;
    }

    @Override
    public void introspect(ServletHolder holder) {
        Class<?> type = typeOf(holder);
        if (type == null || !Servlet.class.isAssignableFrom(type)) {
            return;
        }
        SecurityHandler handler = context.getSecurityHandler();
        DeclareRoles roles = type.getAnnotation(DeclareRoles.class);
        if (roles != null && handler instanceof ConstraintAware aware) {
            for (String role : roles.value()) {
                aware.addKnownRole(role);
            }
        }
        RunAs runAs = type.getAnnotation(RunAs.class);
        if (runAs != null && holder.getRunAsRole() == null) {
            holder.setRunAsRole(runAs.value());
        }
        ServletSecurity security = type.getAnnotation(ServletSecurity.class);
        if (security == null) {
            return;
        }
        if (!(handler instanceof ConstraintAware)) {
            throw new IllegalStateException("@ServletSecurity on " + type.getName()
                    + " cannot be enforced: the context has no security handler for constraints");
        }
        context.setServletSecurity(holder.getRegistration(), new ServletSecurityElement(security));
    }

    private @Nullable Class<?> typeOf(ServletHolder holder) {
        if (holder.getHeldClass() != null) {
            return holder.getHeldClass();
        }
        if (holder.getClassName() == null) {
            return null;
        }
        try {
            return context.loadClass(holder.getClassName());
        } catch (ClassNotFoundException | LinkageError x) {
            // the holder itself says so when it starts
            LOG.debug("No annotations of {}", holder, x);
            return null;
        }
    }
}
