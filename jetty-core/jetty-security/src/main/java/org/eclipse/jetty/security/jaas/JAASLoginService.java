package org.eclipse.jetty.security.jaas;

import java.io.IOException;
import java.security.Principal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.naming.CommunicationException;
import javax.naming.InsufficientResourcesException;
import javax.naming.NamingException;
import javax.naming.ServiceUnavailableException;
import javax.naming.TimeLimitExceededException;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.login.AccountException;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.CredentialException;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.eclipse.jetty.security.DefaultIdentityService;
import org.eclipse.jetty.security.IdentityService;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.LoginUnavailableException;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.jaas.callback.AbstractCallbackHandler;
import org.eclipse.jetty.security.jaas.callback.DefaultCallbackHandler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs users in by an entry of a JAAS configuration. Principals of the role classes that the modules add to the subject are the
 * user's roles. Modules are loaded by the application, or else by the server. Thread-safe.
 */
public class JAASLoginService extends ContainerLifeCycle implements LoginService {
    public static final String DEFAULT_ROLE_CLASS_NAME = JAASRole.class.getName();

    /** The service that the current thread logs in by, for login modules. */
    public static final ThreadLocal<JAASLoginService> INSTANCE = new ThreadLocal<>();

    /** Of a directory, only what says that it cannot be asked: others are wrong credentials, missing entries and the like. */
    private static final List<Class<? extends Exception>> OUTAGES = List.of(
            LoginUnavailableException.class,
            SQLException.class,
            IOException.class,
            CommunicationException.class,
            ServiceUnavailableException.class,
            InsufficientResourcesException.class,
            TimeLimitExceededException.class);

    private static final int MAX_CAUSES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(JAASLoginService.class);

    private final PropertyUserStoreManager userStores = new PropertyUserStoreManager();
    private String[] roleClassNames = {DEFAULT_ROLE_CLASS_NAME};
    private @Nullable String callbackHandlerClass;
    private @Nullable String name;
    private @Nullable String loginModuleName;
    private IdentityService identityService = new DefaultIdentityService();
    private @Nullable Configuration configuration;
    private final Map<Object, LifeCycle> shared = new HashMap<>();

    public JAASLoginService() {
        installBean(userStores);
        installBean(identityService);
    }

    public JAASLoginService(String name) {
        this();
        this.name = name;
    }

    @Override
    public @Nullable String getName() {
        return name;
    }

    public void setName(@Nullable String realm) {
        name = realm;
    }

    /** The configuration; null for that of the JVM, which is looked for at the start. */
    public @Nullable Configuration getConfiguration() {
        return configuration;
    }

    /** Sets the configuration; null for that of the JVM. */
    public void setConfiguration(@Nullable Configuration jaas) {
        configuration = jaas;
    }

    @Override
    public IdentityService getIdentityService() {
        return identityService;
    }

    @Override
    public void setIdentityService(IdentityService service) {
        if (isRunning()) {
            throw new IllegalStateException("The identity service cannot change while " + this + " runs");
        }
        updateBean(identityService, service);
        identityService = service;
    }

    public @Nullable String getLoginModuleName() {
        return loginModuleName;
    }

    /** Sets the name of the entry; null for that of the realm. */
    public void setLoginModuleName(@Nullable String entry) {
        loginModuleName = entry;
    }

    /** Sets the class that answers the callbacks of modules; null for {@link DefaultCallbackHandler}. */
    public void setCallbackHandlerClass(@Nullable String className) {
        callbackHandlerClass = className;
    }

    public String[] getRoleClassNames() {
        return roleClassNames.clone();
    }

    /** Sets the classes of principals that are roles; superclasses count. */
    public void setRoleClassNames(String @Nullable [] classNames) {
        List<String> names = new ArrayList<>(List.of(DEFAULT_ROLE_CLASS_NAME));
        if (classNames != null) {
            for (String className : classNames) {
                if (className != null && !className.isBlank() && !names.contains(className.trim())) {
                    names.add(className.trim());
                }
            }
        }
        roleClassNames = names.toArray(new String[0]);
    }

    public PropertyUserStoreManager getUserStores() {
        return userStores;
    }

    @Override
    protected void doStart() throws Exception {
        if (configuration == null) {
            configuration = ofJvm();
        }
        String entry = entry();
        if (entry == null) {
            throw new IllegalStateException("A JAAS login service without a name");
        }
        if (configuration.getAppConfigurationEntry(entry) == null) {
            throw new IllegalStateException("The JAAS configuration has no entry " + entry
                    + " (expected: one in the file of jetty.jaas.login.conf, or java.security.auth.login.config)");
        }
        super.doStart();
    }

    private static Configuration ofJvm() {
        try {
            return Configuration.getConfiguration();
        } catch (SecurityException x) {
            throw new IllegalStateException(
                    "java.security.auth.login.config: " + System.getProperty("java.security.auth.login.config") + ": "
                            + x.getMessage() + " (expected: a file of login modules). With module jaas, write it, or "
                            + "correct the property jetty.jaas.login.conf",
                    x);
        }
    }

    private @Nullable String entry() {
        return loginModuleName == null ? name : loginModuleName;
    }

    @Override
    public @Nullable UserIdentity login(
            @Nullable String username,
            @Nullable Object credentials,
            Request request,
            Function<Boolean, @Nullable Session> getOrCreateSession) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(new ModuleLoader(before))) {
            INSTANCE.set(this);
            Subject subject = new Subject();
            LoginContext context =
                    new LoginContext(entry(), subject, handler(username, credentials, request), configuration);
            context.login();
            JAASUserPrincipal principal = new JAASUserPrincipal(username, subject, context);
            subject.getPrincipals().add(principal);
            return identityService.newUserIdentity(subject, principal, getGroups(subject));
        } catch (FailedLoginException x) {
            LOG.debug("{} is not let in", username, x);
        } catch (LoginException x) {
            LOG.warn("{} cannot log {} in: {}", this, username, x.toString());
            LOG.debug("not logged in", x);
            if (isOutage(x)) {
                throw new LoginUnavailableException(this + " cannot log in: " + x, x);
            }
        } catch (ReflectiveOperationException x) {
            LOG.warn("{} cannot make a {}", this, callbackHandlerClass, x);
        } finally {
            INSTANCE.remove();
        }
        return null;
    }

    /**
     * Whether a login module could not ask what it has to ask. Other failures may mean a wrong password, since not every module uses the
     * exceptions that are meant for it.
     */
    private static boolean isOutage(LoginException failure) {
        if (failure instanceof AccountException || failure instanceof CredentialException) {
            return false;
        }
        Throwable cause = failure.getCause();
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (cause.getClass() == NamingException.class) {
                // what the JDK throws when the connection was closed; wrong credentials and missing entries have types
                // of their own
                return true;
            }
            for (Class<?> outage : OUTAGES) {
                if (outage.isInstance(cause)) {
                    return true;
                }
            }
            cause = cause.getCause();
        }
        return false;
    }

    /**
     * Returns what login modules share between logins, such as the connections to a directory. It is made and started at the first call,
     * and stopped with this service.
     *
     * @param key which one, with a good {@code equals}; the options of the module are part of it
     */
    public <T extends LifeCycle> T getShared(Object key, Class<T> type, Supplier<T> maker) {
        synchronized (shared) {
            LifeCycle known = shared.get(key);
            if (known == null) {
                known = maker.get();
                addBean(known, true);
                shared.put(key, known);
            }
            return type.cast(known);
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        synchronized (shared) {
            shared.values().forEach(this::removeBean);
            shared.clear();
        }
    }

    /** With the roles of the login, as login modules find nobody without a password. */
    @Override
    public @Nullable UserIdentity restore(String username, @Nullable Set<String> roles) {
        if (roles == null) {
            return null;
        }
        Subject subject = new Subject();
        JAASUserPrincipal principal = new JAASUserPrincipal(username, subject, null);
        subject.getPrincipals().add(principal);
        for (String role : roles) {
            subject.getPrincipals().add(new JAASRole(role));
        }
        return identityService.newUserIdentity(subject, principal, roles.toArray(new String[0]));
    }

    private CallbackHandler handler(@Nullable String username, @Nullable Object credentials, Request request)
            throws ReflectiveOperationException {
        CallbackHandler handler = callbackHandlerClass == null
                ? new DefaultCallbackHandler()
                : (CallbackHandler) Class.forName(
                                callbackHandlerClass,
                                true,
                                Thread.currentThread().getContextClassLoader())
                        .getDeclaredConstructor()
                        .newInstance();
        if (handler instanceof AbstractCallbackHandler known) {
            known.setUserName(username);
            known.setCredential(credentials);
        }
        if (handler instanceof DefaultCallbackHandler known) {
            known.setRequest(request);
        }
        return handler;
    }

    /** The loader of the application, and then that of this server, whose modules the application does not see. */
    private static final class ModuleLoader extends ClassLoader {
        ModuleLoader(ClassLoader application) {
            super(application);
        }

        @Override
        protected Class<?> findClass(String className) throws ClassNotFoundException {
            return JAASLoginService.class.getClassLoader().loadClass(className);
        }
    }

    @Override
    public boolean validate(UserIdentity user) {
        return user.getUserPrincipal() instanceof JAASUserPrincipal;
    }

    @Override
    public void logout(UserIdentity user) {
        if (!(user.getUserPrincipal() instanceof JAASUserPrincipal principal)) {
            return;
        }
        LoginContext context = principal.getLoginContext();
        if (context == null) {
            // restored with its session: no login module knows the user
            return;
        }
        try {
            context.logout();
        } catch (LoginException x) {
            LOG.warn("{} cannot log {} out", this, principal, x);
        }
    }

    /** Returns the names of the principals of a subject that are roles. */
    protected String[] getGroups(Subject subject) {
        List<String> groups = new ArrayList<>();
        for (Principal principal : subject.getPrincipals()) {
            if (isRole(principal.getClass()) && !groups.contains(principal.getName())) {
                groups.add(principal.getName());
            }
        }
        return groups.toArray(new String[0]);
    }

    private boolean isRole(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (Arrays.asList(roleClassNames).contains(c.getName())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), name);
    }
}
