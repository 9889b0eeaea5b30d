package bench.plugin;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** Says in text what went wrong. */
final class Trouble {
    private static final int MOST = 8000; // characters

    private Trouble() {}

    /** A refusal's message; of anything else what it is, and the stack down to where the SDK called. */
    static String text(Throwable t) {
        if (t instanceof Refused && t.getMessage() != null) {
            return t.getMessage();
        }
        StringBuilder out = new StringBuilder();
        for (Throwable each = t; each != null && out.length() < MOST; each = each.getCause()) {
            out.append(each == t ? "" : "\ncaused by ").append(each);
            append(out, each.getStackTrace());
        }
        return out.length() > MOST ? out.substring(0, MOST) + "…" : out.toString();
    }

    private static void append(StringBuilder out, StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (out.length() > MOST || frame.getClassName().startsWith(Calls.class.getPackageName() + ".")) {
                return;
            }
            out.append("\n    at ").append(frame);
        }
    }

    /** The status that fails a call. Unless it is a refusal, the stack is printed: bench shows it as last words. */
    static StatusRuntimeException status(Throwable t) {
        if (t instanceof Refused) {
            return Status.INVALID_ARGUMENT.withDescription(t.getMessage()).asRuntimeException();
        }
        t.printStackTrace();
        return Status.UNKNOWN.withDescription(t.toString()).asRuntimeException();
    }

    /** Prints the stacks of threads that call System.exit: the process ends, and these are its last words. */
    static void watchExits() {
        Runtime.getRuntime().addShutdownHook(new Thread(() ->
            Thread.getAllStackTraces().forEach((thread, stack) -> {
                for (int i = 0; i < stack.length; i++) {
                    if (stack[i].getClassName().equals("java.lang.System") && stack[i].getMethodName().equals("exit")) {
                        StringBuilder out = new StringBuilder("System.exit was called");
                        append(out, java.util.Arrays.copyOfRange(stack, i + 1, stack.length));
                        System.err.println(out);
                        System.err.flush();
                    }
                }
            })));
    }
}
