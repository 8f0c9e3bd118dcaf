package org.eclipse.jetty.security;

import java.util.List;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/** Users in memory, from a properties file or a store of one's own. Thread-safe. */
public class HashLoginService extends AbstractLoginService {
    private @Nullable Resource config;
    private int reloadInterval;
    private @Nullable UserStore userStore;
    private boolean ownStore;

    public HashLoginService() {}

    public HashLoginService(String name) {
        setName(name);
    }

    public HashLoginService(String name, @Nullable Resource config) {
        setName(name);
        setConfig(config);
    }

    public @Nullable Resource getConfig() {
        return config;
    }

    /** Sets the properties file, see {@link PropertyUserStore}. */
    public void setConfig(@Nullable Resource resource) {
        config = resource;
    }

    public boolean isHotReload() {
        return reloadInterval > 0;
    }

    public void setHotReload(boolean hot) {
        reloadInterval = hot ? Math.max(1, reloadInterval) : 0;
    }

    public int getReloadInterval() {
        return reloadInterval;
    }

    public void setReloadInterval(int seconds) {
        reloadInterval = seconds;
    }

    public void setUserStore(@Nullable UserStore store) {
        updateBean(userStore, store);
        userStore = store;
    }

    private UserStore store() {
        UserStore store = userStore;
        assert store != null : "doStart requires one";
        return store;
    }

    @Override
    protected @Nullable List<RolePrincipal> loadRoleInfo(UserPrincipal user) {
        return store().getRolePrincipals(user.getName());
    }

    @Override
    protected @Nullable UserPrincipal loadUserInfo(String username) {
        return store().getUserPrincipal(username);
    }

    @Override
    protected @Nullable Credential getCostliestCredential() {
        return store().getCostliestCredential();
    }

    @Override
    protected void doStart() throws Exception {
        if (userStore == null) {
            PropertyUserStore store = new PropertyUserStore();
            store.setReloadInterval(reloadInterval);
            if (config == null) {
                throw new IllegalStateException(
                        "login service " + getName() + " has neither users file nor user store");
            }
            store.setConfig(config);
            setUserStore(store);
            ownStore = true;
        }
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        if (ownStore) {
            setUserStore(null);
            ownStore = false;
        }
    }
}
