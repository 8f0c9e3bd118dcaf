package org.eclipse.jetty.security.jaas.spi;

import java.util.List;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import org.eclipse.jetty.security.PropertyUserStore;
import org.eclipse.jetty.security.RolePrincipal;
import org.eclipse.jetty.security.UserPrincipal;
import org.eclipse.jetty.security.jaas.JAASLoginService;
import org.eclipse.jetty.security.jaas.PropertyUserStoreManager;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/**
 * Users of a properties file as that of HashLoginService; the file is read once. Confined to one login.
 *
 * <pre>
 * file               the file, by path or URL; relative to the working directory
 * reloadInterval     seconds between looks at the file for changes; 0: it is read once
 * </pre>
 */
public class PropertyFileLoginModule extends AbstractLoginModule {
    public static final String DEFAULT_FILENAME = "realm.properties";

    private PropertyUserStore store;

    public PropertyFileLoginModule() {}

    @Override
    public void initialize(
            Subject subject, @Nullable CallbackHandler handler, Map<String, ?> sharedState, Map<String, ?> options) {
        super.initialize(subject, handler, sharedState, options);
        Object file = options.get("file");
        store = store(file == null ? DEFAULT_FILENAME : file.toString(), options.get("reloadInterval"));
    }

    private static PropertyUserStore store(String file, @Nullable Object reloadInterval) {
        JAASLoginService service = JAASLoginService.INSTANCE.get();
        if (service == null) {
            throw new IllegalStateException(PropertyFileLoginModule.class.getName() + " needs a "
                    + JAASLoginService.class.getName() + " that logs in");
        }
        PropertyUserStoreManager stores = service.getUserStores();
        PropertyUserStore known = stores.getPropertyUserStore(file);
        if (known != null) {
            return known;
        }
        PropertyUserStore made = new PropertyUserStore();
        made.setConfig(ResourceFactory.of(service).newResource(file));
        if (reloadInterval != null) {
            made.setReloadInterval(Integer.parseInt(reloadInterval.toString()));
        }
        try {
            made.start();
        } catch (Exception x) {
            throw new IllegalArgumentException("file: " + file + " (expected: a properties file of users): " + x, x);
        }
        return stores.addPropertyUserStore(file, made);
    }

    @Override
    protected @Nullable UserPrincipal getUser(String name) {
        return store.getUserPrincipal(name);
    }

    @Override
    protected @Nullable Credential getCostliestCredential() {
        return store.getCostliestCredential();
    }

    @Override
    protected List<String> getRoles(UserPrincipal user) {
        List<RolePrincipal> roles = store.getRolePrincipals(user.getName());
        return roles == null
                ? List.of()
                : roles.stream().map(RolePrincipal::getName).toList();
    }
}
