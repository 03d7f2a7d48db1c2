import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded into a server by `bench/beside`: answers each message with the 99th percentile of the
// delay of its event loop since the last one (milliseconds).
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on("message", () => {
  process.send?.({
    p99: delay.percentile(99) / 1e6,
    max: delay.max / 1e6,
    rss: process.memoryUsage().rss / 2 ** 20,
  });
  delay.reset();
});
process.channel?.unref();
