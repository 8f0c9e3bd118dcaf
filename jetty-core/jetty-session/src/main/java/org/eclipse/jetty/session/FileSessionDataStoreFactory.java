package org.eclipse.jetty.session;

import java.io.File;
import org.jspecify.annotations.Nullable;

/** Creates stores of files. */
public class FileSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private boolean deleteUnrestorableFiles;
    private @Nullable File storeDir;

    public boolean isDeleteUnrestorableFiles() {
        return deleteUnrestorableFiles;
    }

    public void setDeleteUnrestorableFiles(boolean delete) {
        deleteUnrestorableFiles = delete;
    }

    public @Nullable File getStoreDir() {
        return storeDir;
    }

    public void setStoreDir(@Nullable File directory) {
        storeDir = directory;
    }

    @Override
    public SessionDataStore getSessionDataStore(@Nullable SessionManager manager) {
        FileSessionDataStore store = new FileSessionDataStore();
        store.setDeleteUnrestorableFiles(deleteUnrestorableFiles);
        if (storeDir != null) {
            store.setStoreDir(storeDir);
        }
        configure(store);
        return store;
    }
}
