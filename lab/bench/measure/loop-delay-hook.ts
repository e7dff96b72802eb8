/** Loaded into the measured server by NODE_OPTIONS. On SIGUSR2 it writes the event loop delays since the last signal. */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = process.env['LOOP_DELAY_FILE'];
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

process.on('SIGUSR2', () => {
  if (file === undefined) return;
  // Nanoseconds. The timer of the measurement itself waits one millisecond.
  writeFileSync(file, JSON.stringify({ p999: delays.percentile(99.9) / 1e6 - 1, max: delays.max / 1e6 - 1 }));
  delays.reset();
});
