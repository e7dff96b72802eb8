/** Loaded into the measured server by NODE_OPTIONS. Answers each request with the p99.9 of the event loop's delay since the last one. */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const server = createServer((_request, response) => {
    // Milliseconds. The timer of the measurement itself waits one millisecond.
    response.setHeader('connection', 'close').end(String(delays.percentile(99.9) / 1e6 - 1));
    delays.reset();
  });
  server.listen(Number(process.env['LOOP_DELAY_PORT']), '127.0.0.1').unref();
}
