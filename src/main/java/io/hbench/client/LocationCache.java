package io.hbench.client;

import java.lang.reflect.Method;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The locations of regions that a connection of HBase's client has in its cache. Reading them asks
 * no server: HBase's public interface would look up in hbase:meta what the cache lacks, for regions
 * that no request needs, while a server is down and hbase:meta is busy.
 *
 * <p>Both kinds of connection of HBase's client 2.6 have methods for it that are not public. Where
 * they are missing, the cache counts as empty, the regions are the ones looked up at the start, and
 * the asynchronous client looks them up again.
 */
interface LocationCache {
  /** A cache without locations. */
  LocationCache EMPTY = key -> null;

  /** The location of the region that has a key, of its first replica; null if it lacks it. */
  HRegionLocation get(byte[] key);

  /** Adds the locations of a region and of its replicas; those without a server are null. */
  default void put(RegionLocations found) {}

  /** The cache of a connection of the blocking client. */
  static LocationCache of(Connection connection, TableName table) {
    return of(
        connection,
        "getCachedLocation",
        table,
        found -> ((ClusterConnection) connection).cacheLocation(table, found));
  }

  static LocationCache of(AsyncConnection connection, TableName table) {
    try {
      Object locator = method(connection, "getLocator").invoke(connection);
      Object ofTables = method(locator, "getNonMetaRegionLocator").invoke(locator);
      Object ofTable = method(ofTables, "getTableCache", TableName.class).invoke(ofTables, table);
      Object locations = FieldUtils.readField(ofTable, "regionLocationCache", true);
      Method add = method(locations, "add", RegionLocations.class); // a replica alone replaces all
      return of(ofTables, "getRegionLocationInCache", table, found -> add.invoke(locations, found));
    } catch (ReflectiveOperationException e) {
      return EMPTY;
    }
  }

  private static LocationCache of(
      Object owner,
      String name,
      TableName table,
      FailableConsumer<RegionLocations, ReflectiveOperationException> put) {
    Method get;
    try {
      get = method(owner, name, TableName.class, byte[].class);
    } catch (ReflectiveOperationException e) {
      return EMPTY;
    }
    return new LocationCache() {
      @Override
      public HRegionLocation get(byte[] key) {
        try {
          RegionLocations found = (RegionLocations) get.invoke(owner, table, key);
          return found == null ? null : found.getDefaultRegionLocation();
        } catch (ReflectiveOperationException e) {
          return null; // the connection is closed
        }
      }

      @Override
      public void put(RegionLocations found) {
        try {
          put.accept(found);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  private static Method method(Object owner, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method = owner.getClass().getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }
}
