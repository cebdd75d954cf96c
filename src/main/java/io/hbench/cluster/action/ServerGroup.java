package io.hbench.cluster.action;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.ServiceException;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.protobuf.generated.RSGroupProtos;
import org.apache.hadoop.hbase.protobuf.generated.TableProtos;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * The RSGroup of a table: the servers that its regions belong on, where groups separate tenants.
 * HBase 2 has them as a coprocessor of the master, {@code RSGroupAdminEndpoint}, whose client is in
 * a library of its own. The one call that is needed is spelled out here.
 *
 * @param name of the group; null if this user may not read it
 */
record ServerGroup(String name, Set<Address> servers) {
  /** Of {@code RSGroupAdmin.proto}, whose messages have one optional field each. */
  private static final String PROTOCOL =
      """
      name: "RSGroupAdmin.proto" package: "hbase.pb"
      dependency: "Table.proto" dependency: "RSGroup.proto"
      message_type {
        name: "GetRSGroupInfoOfTableRequest"
        field { name: "field" number: 1 label: LABEL_OPTIONAL type: TYPE_MESSAGE
                type_name: ".hbase.pb.TableName" }
      }
      message_type {
        name: "GetRSGroupInfoOfTableResponse"
        field { name: "field" number: 1 label: LABEL_OPTIONAL type: TYPE_MESSAGE
                type_name: ".hbase.pb.RSGroupInfo" }
      }
      service {
        name: "RSGroupAdminService"
        method {
          name: "GetRSGroupInfoOfTable"
          input_type: ".hbase.pb.GetRSGroupInfoOfTableRequest"
          output_type: ".hbase.pb.GetRSGroupInfoOfTableResponse"
        }
      }
      """;

  private static final MethodDescriptor CALL = call();

  /** The group of a table; empty if the cluster has no groups. */
  static Optional<ServerGroup> of(Admin admin, TableName table) throws IOException {
    Message asked =
        DynamicMessage.newBuilder(CALL.getInputType())
            .setField(
                CALL.getInputType().findFieldByNumber(1),
                TableProtos.TableName.newBuilder()
                    .setNamespace(ByteString.copyFrom(table.getNamespace()))
                    .setQualifier(ByteString.copyFrom(table.getQualifier()))
                    .build())
            .build();
    try {
      Message prototype = DynamicMessage.getDefaultInstance(CALL.getOutputType());
      Message answer = admin.coprocessorService().callBlockingMethod(CALL, null, asked, prototype);
      return Optional.of(group(answer));
    } catch (ServiceException e) {
      if (ExceptionUtils.indexOfType(e, UnknownProtocolException.class) >= 0) {
        return Optional.empty();
      }
      if (ExceptionUtils.indexOfType(e, AccessDeniedException.class) >= 0) {
        return Optional.of(new ServerGroup(null, Set.of()));
      }
      throw new IOException(e.getCause() == null ? e : e.getCause());
    }
  }

  private static ServerGroup group(Message answer) throws IOException {
    FieldDescriptor field = answer.getDescriptorForType().findFieldByNumber(1);
    if (!answer.hasField(field)) {
      return new ServerGroup(null, Set.of()); // of no group yet
    }
    RSGroupProtos.RSGroupInfo info =
        RSGroupProtos.RSGroupInfo.parseFrom(((Message) answer.getField(field)).toByteString());
    Set<Address> servers = new HashSet<>();
    info.getServersList()
        .forEach(server -> servers.add(Address.fromParts(server.getHostName(), server.getPort())));
    return new ServerGroup(info.getName(), servers);
  }

  boolean isKnown() {
    return name != null;
  }

  boolean has(ServerName server) {
    return servers.contains(server.getAddress());
  }

  private static MethodDescriptor call() {
    FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder();
    FileDescriptor[] used = {TableProtos.getDescriptor(), RSGroupProtos.getDescriptor()};
    try {
      TextFormat.merge(PROTOCOL, file);
      return FileDescriptor.buildFrom(file.build(), used).getServices().get(0).getMethods().get(0);
    } catch (TextFormat.ParseException | DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }
}
