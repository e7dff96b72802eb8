/** A process that nats.ts starts: it subscribes to wards and answers each message with the number of updates received. */
import { createNatsBus } from '../../../src/server/bus/bus-nats.ts';

const [, , url = '', ...wards] = process.argv;
const log = { info: () => undefined, warn: console.warn, error: console.error };
const bus = createNatsBus({ urls: [url], log });
let count = 0;
for (const ward of wards) {
  bus.subscribe(ward, (updates) => {
    count += updates.length;
  });
}
process.on('message', () => void process.send?.(count));
process.on('disconnect', () => process.exit());
