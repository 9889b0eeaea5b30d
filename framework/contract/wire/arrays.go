package wire

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// request is the message of a call to a component.
type request interface {
	proto.Message
	GetComponent() string
	GetConfigJson() []byte
}

// refOf is the component that a request is for.
func refOf(kind contract.Kind, m request) service.ComponentRef {
	return service.ComponentRef{Kind: kind, Name: m.GetComponent(), Config: m.GetConfigJson()}
}

// pathField is the field of a message with the path of an array: every array has one.
func pathField(m protoreflect.Message, a service.Array) protoreflect.FieldDescriptor {
	return m.Descriptor().Fields().ByName(protoreflect.Name(a.Name + "_path"))
}

// withPaths gives a message the paths of arrays.
func withPaths[M proto.Message](message M, tables ...service.Arrays) M {
	m := message.ProtoReflect()
	for _, list := range tables {
		for _, a := range list {
			m.Set(pathField(m, a), protoreflect.ValueOfString(*a.Path))
		}
	}
	return message
}

// takePaths takes the paths of arrays out of a message.
func takePaths(message proto.Message, tables ...service.Arrays) {
	m := message.ProtoReflect()
	for _, list := range tables {
		for _, a := range list {
			*a.Path = m.Get(pathField(m, a)).String()
		}
	}
}
