package org.eclipse.jetty.util;

/** Attributes over wrapped ones, which stay as they are. Equal to all attributes with the same names and values. */
abstract class OverlaidAttributes extends Attributes.Wrapper {
    OverlaidAttributes(Attributes attributes) {
        super(attributes);
    }

    @Override
    public void clearAttributes() {
        for (String name : getAttributeNameSet()) {
            removeAttribute(name);
        }
    }

    @Override
    public int hashCode() {
        return Attributes.hashCode(this);
    }

    @Override
    public boolean equals(Object o) {
        return Attributes.equals(this, o);
    }
}
