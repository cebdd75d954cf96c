package io.hbench.op;

import io.hbench.data.KeySequence;
import io.hbench.row.Outcome;
import io.hbench.row.OutcomeCounts;
import io.hbench.row.RowRequests;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes or deletes fake regions in {@code hbase:meta}, one for each row: load on the catalog
 * table. They belong to a table that does not exist, and a row always has the same region; so
 * {@code metaClean} deletes exactly what {@code metaWrite} wrote.
 */
public record MetaOperation(RowRequests requests, boolean clean) implements Operation {
  /** Not PerformanceEvaluation's TestTable, which may exist. */
  public static final TableName NO_TABLE = TableName.valueOf("hbench_no_such_table");

  private static final long REGION_ID = 1;
  private static final byte[] NO_SERVER = Bytes.toBytes("hbench.invalid:16020");

  static MetaOperation write(RowRequests requests) {
    return new MetaOperation(requests, false);
  }

  static MetaOperation clean(RowRequests requests) {
    return new MetaOperation(requests, true);
  }

  @Override
  public Request next(KeySequence keys) {
    long row = keys.next();
    RegionInfo region =
        RegionInfoBuilder.newBuilder(NO_TABLE)
            .setStartKey(requests.key(row))
            .setEndKey(requests.keys().bound(row + 1))
            .setRegionId(REGION_ID)
            .build();
    if (clean) {
      Delete delete = new Delete(region.getRegionName()).addFamily(HConstants.CATALOG_FAMILY);
      return client -> client.delete(delete).thenApply(done -> OutcomeCounts.written(delete));
    }
    Put put =
        new Put(region.getRegionName())
            .addColumn(
                HConstants.CATALOG_FAMILY,
                HConstants.REGIONINFO_QUALIFIER,
                RegionInfo.toByteArray(region));
    Put location =
        new Put(region.getRegionName())
            .addColumn(HConstants.CATALOG_FAMILY, HConstants.SERVER_QUALIFIER, NO_SERVER)
            .addColumn(HConstants.CATALOG_FAMILY, HConstants.STARTCODE_QUALIFIER, Bytes.toBytes(1L))
            .addColumn(HConstants.CATALOG_FAMILY, HConstants.SEQNUM_QUALIFIER, Bytes.toBytes(1L));
    return client ->
        client
            .put(put)
            .thenCompose(done -> client.put(location))
            .thenApply(
                done -> new Outcome(1, 0, OutcomeCounts.written(List.of(put, location)).bytes()));
  }
}
