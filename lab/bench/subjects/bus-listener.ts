/** A process that watches wards by the product's own bus, and says how many updates it got. Started by benches/nats.ts. */
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
