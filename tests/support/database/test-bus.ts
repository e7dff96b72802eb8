/** Opens a bus for a test: in memory, or the NATS at TEST_NATS_URL. */
import type { Bus, BusLog } from '../../../src/server/bus/bus.ts';
import { createMemoryBus } from '../../../src/server/bus/bus-memory.ts';
import { createNatsBus } from '../../../src/server/bus/bus-nats.ts';

export function openTestBus(log: BusLog): Bus {
  const url = process.env['TEST_NATS_URL'];
  return url === undefined ? createMemoryBus(log) : createNatsBus({ urls: [url], log });
}
