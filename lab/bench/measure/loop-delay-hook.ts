/** Runs in the measured server. Responds with the p99.9 of the event loop's delays since the previous request. */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const server = createServer((_request, response) => {
    // The value is in milliseconds. The timer of the measurement waits one millisecond itself, which is subtracted.
    response.setHeader('connection', 'close').end(String(delays.percentile(99.9) / 1e6 - 1));
    delays.reset();
  });
  server.listen(Number(process.env['LOOP_DELAY_PORT']), '127.0.0.1').unref();
}
