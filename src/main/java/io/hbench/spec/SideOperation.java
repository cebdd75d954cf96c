package io.hbench.spec;

import io.hbench.client.Client;
import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.latency.Side;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import java.util.concurrent.CompletableFuture;

/** An operation of one side of a duet: the same requests, recorded under the name of the side. */
record SideOperation(OperationType type, Side side) implements OperationType {

  @Override
  public Operation create(RowRequests requests, KeyRange range) {
    return new SideRequests(type.create(requests, range), this);
  }

  @Override
  public Effect effect() {
    return type.effect();
  }

  @Override
  public Rows rows() {
    return type.rows();
  }

  @Override
  public boolean isOneAtATime() {
    return type.isOneAtATime();
  }

  @Override
  public boolean needsOrderedKeys() {
    return type.needsOrderedKeys();
  }

  @Override
  public boolean transfersCells() {
    return type.transfersCells();
  }

  @Override
  public boolean readsCells() {
    return type.readsCells();
  }

  @Override
  public String help() {
    return type.help();
  }

  @Override
  public String toString() {
    return side.nameOf(type.toString());
  }

  private record SideRequests(Operation operation, SideOperation maker) implements Operation {
    @Override
    public Request next(KeySequence keys) {
      return new SideRequest(operation.next(keys), maker);
    }

    @Override
    public boolean hasNext(KeySequence keys) {
      return operation.hasNext(keys);
    }

    @Override
    public void close() {
      operation.close();
    }
  }

  private record SideRequest(Request request, SideOperation maker) implements Request {
    @Override
    public CompletableFuture<Outcome> send(Client client) {
      return request.send(client);
    }

    @Override
    public byte[] row() {
      return request.row();
    }

    @Override
    public OperationType recordedAs(OperationType operation) {
      OperationType type = request.recordedAs(maker.type);
      return type == maker.type ? maker : new SideOperation(type, maker.side);
    }

    @Override
    public boolean isNeedless() {
      return request.isNeedless();
    }
  }
}
