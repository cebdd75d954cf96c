package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.job.NodeProbe.Node;
import io.hbench.kit.VirtualTime;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeProbeTest {
  private static final Node NODE = new Node("host", "17", 0, List.of());

  @TempDir Path dir;

  /** Each takes two seconds behind a firewall that drops. */
  @Test
  void noMoreSilentAddressesAreTriedThanAreShown() {
    List<String> closed = IntStream.range(1, 61).mapToObj(port -> "127.0.0.1:" + port).toList();
    assertThat(NodeProbe.silent(closed)).isEqualTo(closed.subList(0, 4));
  }

  @Test
  void theAnswersSufficeThoughYarnHasForgottenTheJob() throws Exception {
    NodeProbe.publish(run(), 0, NODE);
    NodeProbe.publish(run(), 1, NODE);
    assertThat(await()).containsExactly(NODE, NODE);
  }

  @Test
  void withoutAllAnswersTheWaitEnds() throws Exception {
    NodeProbe.publish(run(), 0, NODE);
    assertThatThrownBy(this::await)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has not ended in --start-timeout 2m");
  }

  private RunDirectory run() throws IOException {
    return new RunDirectory(
        new Configuration(), new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
  }

  private List<Node> await() throws Exception {
    Configuration conf = new Configuration();
    Settings.ASSIGNMENTS.set(conf, "noop@2");
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    JobSubmission submission = new JobSubmission(time, RunSpec.from(conf), conf, run());
    HadoopJob job = new HadoopJob(new Unknown(conf));
    return time.play(() -> NodeProbe.await(submission, job));
  }

  /** A job whose application master has left, without a history server. */
  private static final class Unknown extends Job {
    @SuppressWarnings("deprecation") // what a subclass may call
    Unknown(Configuration conf) throws IOException {
      super(conf);
    }

    @Override
    public boolean isComplete() {
      throw new YarnRuntimeException("Connection refused");
    }
  }
}
