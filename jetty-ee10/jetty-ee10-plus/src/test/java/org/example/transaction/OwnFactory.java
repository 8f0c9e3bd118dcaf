package org.example.transaction;

import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.spi.ObjectFactory;

/** Makes the transaction of a reference, which is bound by who does not know its type. */
public class OwnFactory implements ObjectFactory {
    @Override
    public Object getObjectInstance(Object object, Name name, Context context, Hashtable<?, ?> environment) {
        return new OwnTransaction("of a factory");
    }
}
