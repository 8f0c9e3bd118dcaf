package org.eclipse.jetty.session;

import java.io.File;

/** Creates stores of files. */
public class FileSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private boolean deleteUnrestorableFiles;
    private File storeDir;

    public boolean isDeleteUnrestorableFiles() {
        return deleteUnrestorableFiles;
    }

    public void setDeleteUnrestorableFiles(boolean delete) {
        deleteUnrestorableFiles = delete;
    }

    public File getStoreDir() {
        return storeDir;
    }

    public void setStoreDir(File directory) {
        storeDir = directory;
    }

    @Override
    public SessionDataStore getSessionDataStore(SessionManager manager) {
        FileSessionDataStore store = new FileSessionDataStore();
        store.setDeleteUnrestorableFiles(deleteUnrestorableFiles);
        store.setStoreDir(storeDir);
        configure(store);
        return store;
    }
}
