// Command protogen compiles plugin.proto without protoc and runs the Go
// generators on it. It also writes the descriptor that the Python SDK
// reads. Usage: protogen GO_DIR PYTHON_DIR
// (run in the folder of plugin.proto).
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

const protoFile = "plugin.proto"

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: protogen GO_DIR PYTHON_DIR")
	}
	goDir, pythonDir := os.Args[1], os.Args[2]
	file, err := compile()
	if err != nil {
		log.Fatal(err)
	}
	for _, generator := range []string{"protoc-gen-go", "protoc-gen-go-grpc"} {
		if err := generate(generator, file, goDir); err != nil {
			log.Fatal(err)
		}
	}
	if err := writeDescriptor(file, filepath.Join(pythonDir, "plugin.desc")); err != nil {
		log.Fatal(err)
	}
}

func compile() (*descriptorpb.FileDescriptorProto, error) {
	compiler := protocompile.Compiler{
		Resolver:       &protocompile.SourceResolver{},
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := compiler.Compile(context.Background(), protoFile)
	if err != nil {
		return nil, err
	}
	return protoutil.ProtoFromFileDescriptor(files[0]), nil
}

func generate(generator string, file *descriptorpb.FileDescriptorProto, out string) error {
	parameter := "paths=source_relative"
	request, err := proto.Marshal(&pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{protoFile},
		Parameter:      &parameter,
		ProtoFile:      []*descriptorpb.FileDescriptorProto{file},
	})
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "tool", generator)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(request), os.Stderr
	answer, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", generator, err)
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(answer, &response); err != nil {
		return err
	}
	if response.Error != nil {
		return fmt.Errorf("%s: %s", generator, *response.Error)
	}
	for _, f := range response.File {
		if err := os.WriteFile(filepath.Join(out, f.GetName()), []byte(f.GetContent()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeDescriptor writes the descriptor, without comments, as a file that SDKs
// of other languages read.
func writeDescriptor(file *descriptorpb.FileDescriptorProto, path string) error {
	bare := proto.Clone(file).(*descriptorpb.FileDescriptorProto)
	bare.SourceCodeInfo = nil
	descriptor, err := proto.MarshalOptions{Deterministic: true}.Marshal(bare)
	if err != nil {
		return err
	}
	return os.WriteFile(path, descriptor, 0o644)
}
