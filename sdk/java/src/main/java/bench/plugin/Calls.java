package bench.plugin;

import io.grpc.Context;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Callable;

/** How calls are answered: what they throw becomes their status, and what cancels them interrupts their thread. */
final class Calls {
    private Calls() {}

    /** Answers a call with one message. */
    static <T> void answer(StreamObserver<T> out, Callable<T> work) {
        T result;
        try {
            result = interruptibly(work);
        } catch (Throwable t) {
            out.onError(Trouble.status(t));
            return;
        }
        out.onNext(result);
        out.onCompleted();
    }

    /** Runs work on this thread, which is interrupted when the call is cancelled, but never after it. */
    static <T> T interruptibly(Callable<T> work) throws Exception {
        Thread self = Thread.currentThread();
        Object lock = new Object();
        boolean[] done = {false};
        Context.CancellationListener listener = context -> {
            synchronized (lock) {
                if (!done[0]) {
                    self.interrupt();
                }
            }
        };
        Context context = Context.current();
        context.addListener(listener, Runnable::run);
        try {
            return work.call();
        } finally {
            synchronized (lock) {
                done[0] = true;
            }
            context.removeListener(listener);
            Thread.interrupted();
        }
    }
}
