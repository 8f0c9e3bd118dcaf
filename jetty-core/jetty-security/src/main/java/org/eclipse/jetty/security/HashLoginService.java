package org.eclipse.jetty.security;

import java.util.List;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.security.Credential;

/** Users in memory, from a properties file or a store of one's own. Thread-safe. */
public class HashLoginService extends AbstractLoginService {
    private Resource config;
    private int reloadInterval;
    private UserStore userStore;
    private boolean ownStore;

    public HashLoginService() {}

    public HashLoginService(String name) {
        setName(name);
    }

    public HashLoginService(String name, Resource config) {
        setName(name);
        setConfig(config);
    }

    public Resource getConfig() {
        return config;
    }

    /** Sets the properties file, see {@link PropertyUserStore}. */
    public void setConfig(Resource resource) {
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

    public void setUserStore(UserStore store) {
        updateBean(userStore, store);
        userStore = store;
    }

    @Override
    protected List<RolePrincipal> loadRoleInfo(UserPrincipal user) {
        return userStore.getRolePrincipals(user.getName());
    }

    @Override
    protected UserPrincipal loadUserInfo(String username) {
        return userStore.getUserPrincipal(username);
    }

    @Override
    protected Credential getCostliestCredential() {
        return userStore.getCostliestCredential();
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
