package org.eclipse.jetty.proxy;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.server.Request;

/** Chooses the back end with the fewest requests in relation to its weight; among equal ones, by chance. */
final class LeastRequests implements BackendChoice {
    @Override
    public Backend choose(List<Backend> backends, Request request) {
        Backend least = backends.get(0);
        double leastLoad = 0;
        int equal = 0;
        for (Backend backend : backends) {
            // what it would have with this one
            double load = (backend.getActiveRequests() + 1) / backend.getEffectiveWeight();
            if (equal == 0 || load < leastLoad) {
                least = backend;
                leastLoad = load;
                equal = 1;
            } else if (load == leastLoad && ThreadLocalRandom.current().nextInt(++equal) == 0) {
                least = backend;
            }
        }
        return least;
    }
}
