package org.eclipse.jetty.ee10.cdi;

import jakarta.enterprise.context.RequestScoped;

/** Who asks. */
@RequestScoped
public class Visitor {
    private String name;

    public void setName(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }
}
