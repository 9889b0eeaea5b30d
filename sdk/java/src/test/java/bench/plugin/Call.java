package bench.plugin;

import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;

/** Takes the answer to a call. */
final class Call<T> implements StreamObserver<T> {
    final List<T> answers = new ArrayList<>();
    Throwable failure;

    @Override
    public void onNext(T answer) {
        answers.add(answer);
    }

    @Override
    public void onError(Throwable t) {
        failure = t;
    }

    @Override
    public void onCompleted() {}
}
