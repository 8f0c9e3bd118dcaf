package org.eclipse.jetty.ee10.plus.webapp;

import javax.naming.NamingException;
import org.eclipse.jetty.ee10.servlet.BaseHolder;
import org.eclipse.jetty.ee10.servlet.ServletHandler;
import org.eclipse.jetty.ee10.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee10.webapp.FragmentConfiguration;
import org.eclipse.jetty.ee10.webapp.JettyWebXmlConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;
import org.eclipse.jetty.jndi.ComponentNaming;
import org.eclipse.jetty.plus.annotation.InjectionCollection;
import org.eclipse.jetty.plus.annotation.LifeCycleCallbackCollection;
import org.eclipse.jetty.plus.jndi.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Applies references to resources, injects these, and calls life-cycle methods (Servlet section 15.5). From here on the application
 * cannot change its java:comp. Thread-safe.
 */
public class PlusConfiguration extends AbstractConfiguration {
    public PlusConfiguration() {
        super(new Builder()
                .addDependencies(
                        WebXmlConfiguration.class,
                        MetaInfConfiguration.class,
                        WebInfConfiguration.class,
                        FragmentConfiguration.class,
                        EnvConfiguration.class)
                .addDependents(JettyWebXmlConfiguration.class));
    }

    @Override
    public void configure(WebAppContext context) throws Exception {
        ComponentNaming naming = context.getBean(ComponentNaming.class);
        if (naming == null) {
            throw new IllegalStateException(
                    getClass().getName() + " needs " + EnvConfiguration.class.getName() + " before it");
        }
        InjectionCollection injections = new InjectionCollection();
        LifeCycleCallbackCollection callbacks = new LifeCycleCallbackCollection();
        context.getContext().setAttribute(InjectionCollection.INJECTION_COLLECTION, injections);
        context.getContext().setAttribute(LifeCycleCallbackCollection.LIFECYCLE_CALLBACK_COLLECTION, callbacks);
        ResourceReferences references = new ResourceReferences(context, naming);
        DataSources dataSources = new DataSources(context, references);
        context.addBean(references, false);
        context.addBean(dataSources, false);
        context.getMetaData()
                .addDescriptorProcessor(new PlusDescriptorProcessor(references, dataSources, injections, callbacks));
        context.getObjectFactory().addDecorator(new PlusDecorator(context, injections, callbacks));
        bindUserTransaction(context);
        // it starts with the context, before anything of the application runs, and refuses changes from then on
        context.manage(naming);
    }

    /** Binds java:comp/UserTransaction, when the application, the environment, the server or the JVM has one. */
    public void bindUserTransaction(WebAppContext context) throws NamingException {
        Transaction transaction = ResourceReferences.entry(context, Transaction.USER_TRANSACTION, Transaction.class);
        if (transaction != null) {
            transaction.bindToENC(Transaction.USER_TRANSACTION);
        }
    }

    /** Returns the decorator of an application, or null when it has none. */
    public static @Nullable PlusDecorator decorator(WebAppContext context) {
        for (var decorator : context.getObjectFactory()) {
            if (decorator instanceof PlusDecorator plusDecorator) {
                return plusDecorator;
            }
        }
        return null;
    }

    @Override
    public void postConfigure(WebAppContext context) throws Exception {
        PlusDecorator decorator = decorator(context);
        if (decorator == null) {
            return;
        }
        ServletHandler handler = context.getServletHandler();
        for (BaseHolder<?>[] holders :
                new BaseHolder<?>[][] {handler.getListeners(), handler.getFilters(), handler.getServlets()}) {
            for (BaseHolder<?> holder : holders) {
                if (holder.getHeldClass() != null) {
                    decorator.warnOfUnresolved(holder.getHeldClass());
                }
            }
        }
    }

    @Override
    public void deconfigure(WebAppContext context) throws Exception {
        for (DataSources dataSources : context.getBeans(DataSources.class)) {
            dataSources.close();
            context.removeBean(dataSources);
        }
        for (ResourceReferences references : context.getBeans(ResourceReferences.class)) {
            references.release();
            context.removeBean(references);
        }
    }
}
