package bench.plugin;

import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The gRPC server of a plugin, on a Unix socket. */
final class Server {
    private static final int MOST = 256 << 20; // bytes of a message
    private static final Logger BOOTSTRAP = // which warns of an option that Unix sockets do not have
        Logger.getLogger("io.grpc.netty.shaded.io.netty.bootstrap");

    private final Kinds kinds;
    private final boolean obeys; // ends when bench asks it to
    private io.grpc.Server server;

    Server(Kinds kinds, boolean obeys) {
        this.kinds = kinds;
        this.obeys = obeys;
    }

    /** Listens on a socket in a folder and returns its path. */
    Path start(Path folder) throws IOException {
        Path socket = folder.resolve("plugin" + ProcessHandle.current().pid());
        BOOTSTRAP.setLevel(Level.SEVERE);
        EventLoopGroup loop = new EpollEventLoopGroup(1);
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
            .bossEventLoopGroup(loop).workerEventLoopGroup(loop).channelType(EpollServerDomainSocketChannel.class)
            .executor(Executors.newCachedThreadPool()).maxInboundMessageSize(MOST)
            .addService(kinds).addService(controller());
        if (kinds.has("learner")) {
            builder.addService(new Learners(kinds));
        }
        if (kinds.has("reduction")) {
            builder.addService(new Reducers(kinds));
        }
        if (kinds.has("metric")) {
            builder.addService(new Metrics(kinds));
        }
        if (kinds.has("encoder")) {
            builder.addService(new Encoders(kinds));
        }
        if (kinds.has("validation")) {
            builder.addService(new Splitters(kinds));
        }
        server = builder.build().start();
        return socket;
    }

    void join() throws InterruptedException {
        server.awaitTermination();
    }

    /** The service by which go-plugin ends a process; its messages are empty. */
    private ServerServiceDefinition controller() {
        MethodDescriptor.Marshaller<byte[]> empty = new MethodDescriptor.Marshaller<>() {
            @Override
            public InputStream stream(byte[] value) {
                return new ByteArrayInputStream(value);
            }

            @Override
            public byte[] parse(InputStream stream) {
                return new byte[0];
            }
        };
        MethodDescriptor<byte[], byte[]> shutdown = MethodDescriptor.newBuilder(empty, empty)
            .setType(MethodDescriptor.MethodType.UNARY).setFullMethodName("plugin.GRPCController/Shutdown").build();
        return ServerServiceDefinition.builder("plugin.GRPCController")
            .addMethod(shutdown, ServerCalls.asyncUnaryCall((request, out) -> {
                out.onNext(request);
                out.onCompleted();
                if (obeys) {
                    end();
                }
            })).build();
    }

    /** Ends the process when the answer is on its way, whatever else it does. */
    private void end() {
        new Thread(() -> {
            try {
                server.shutdown().awaitTermination(500, java.util.concurrent.TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(0);
        }).start();
    }
}
