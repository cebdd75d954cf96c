package io.hbench.cluster.action;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.ServiceException;
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
    String request = "GetRSGroupInfoOfTableRequest";
    String response = "GetRSGroupInfoOfTableResponse";
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("RSGroupAdmin.proto")
            .setPackage("hbase.pb")
            .addDependency("Table.proto")
            .addDependency("RSGroup.proto")
            .addMessageType(message(request, ".hbase.pb.TableName"))
            .addMessageType(message(response, ".hbase.pb.RSGroupInfo"))
            .addService(
                ServiceDescriptorProto.newBuilder()
                    .setName("RSGroupAdminService")
                    .addMethod(
                        MethodDescriptorProto.newBuilder()
                            .setName("GetRSGroupInfoOfTable")
                            .setInputType(".hbase.pb." + request)
                            .setOutputType(".hbase.pb." + response)))
            .build();
    FileDescriptor[] used = {TableProtos.getDescriptor(), RSGroupProtos.getDescriptor()};
    try {
      return FileDescriptor.buildFrom(file, used).getServices().get(0).getMethods().get(0);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A message with one optional field. */
  private static DescriptorProto message(String name, String type) {
    return DescriptorProto.newBuilder()
        .setName(name)
        .addField(
            FieldDescriptorProto.newBuilder()
                .setName("field")
                .setNumber(1)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
                .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                .setTypeName(type))
        .build();
  }
}
