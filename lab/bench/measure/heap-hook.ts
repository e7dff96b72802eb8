/** Loaded into the measured server by NODE_OPTIONS. On SIGUSR2 it collects garbage and writes the bytes of the heap. */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const file = process.env['HEAP_FILE'];
setFlagsFromString('--expose-gc');

process.on('SIGUSR2', () => {
  if (file === undefined) return;
  runInNewContext('gc()');
  writeFileSync(file, String(process.memoryUsage().heapUsed));
});
