package org.eclipse.jetty.jmx.acme;

import java.util.AbstractList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.annotation.Name;

/** A component with attributes of all kinds. */
@ManagedObject("Moves water")
public class Pump {
    private int pressure;
    private Mode mode = Mode.SLOW;
    private Gauge attached;

    public enum Mode {
        SLOW,
        FAST
    }

    record Part(String name) {
        @Override
        public String toString() {
            return "Part[" + name + "]";
        }
    }

    @ManagedAttribute("The pressure")
    public int getPressure() {
        return pressure;
    }

    public void setPressure(int pressure) {
        this.pressure = pressure;
    }

    @ManagedAttribute("The mode")
    public Mode getMode() {
        return mode;
    }

    public void setMode(Mode mode) {
        this.mode = mode;
    }

    @ManagedAttribute("Whether it runs")
    public boolean isRunning() {
        return true;
    }

    @ManagedAttribute(value = "The serial number", readonly = true)
    public String getSerial() {
        return "4711";
    }

    public void setSerial(String serial) {
        throw new UnsupportedOperationException(serial);
    }

    @ManagedAttribute("The labels")
    public String[] getLabels() {
        return new String[] {"p1", "p2"};
    }

    @ManagedAttribute("The parts")
    public Map<String, Object> getParts() {
        return Map.of("a", new Part("a"));
    }

    @ManagedAttribute("What another thread changes while it is read")
    public List<String> getChanging() {
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                throw new ConcurrentModificationException();
            }

            @Override
            public int size() {
                return 1;
            }
        };
    }

    @ManagedAttribute("What cannot be read")
    public int getFailing() {
        throw new IllegalStateException("valve stuck");
    }

    @ManagedOperation(value = "Attaches a gauge", impact = "ACTION")
    public Gauge attach(@Name(value = "gauge", description = "what shows the pressure") Gauge gauge, int place) {
        attached = gauge;
        return gauge;
    }

    public Gauge attached() {
        return attached;
    }
}
