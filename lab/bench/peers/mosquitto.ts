/** A peer for MQTT: Mosquitto receives the same messages with QoS 1 and has no subscribers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { startMosquitto } from '../../../scripts/services/mosquitto.ts';
import { pidOf } from '../bench-server.ts';
import { repeatFor } from '../clients/repeat.ts';
import { type Figure, figuresOf } from '../measure/figures.ts';
import { startCostMeter } from '../measure/process-cost.ts';

export async function measureMosquitto(seconds: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-mosquitto-'));
  const mosquitto = await startMosquitto({ folder });
  const client = await connectAsync(mosquitto.url);
  let count = 0;
  const publish = () => {
    const payload = JSON.stringify({ id: crypto.randomUUID(), status: 3 });
    return client.publishAsync(`roomstatus/bench/room-${count++ % 1_000}/status`, payload, { qos: 1 });
  };
  await repeatFor(0.5, 100, publish);
  const cost = startCostMeter(pidOf(mosquitto));
  const published = await repeatFor(seconds, 100, publish);
  const [cpu, elapsed] = [cost.cpuMicroseconds(), cost.seconds()];
  await client.endAsync();
  await mosquitto.stop();
  await rm(folder, { recursive: true, force: true });
  const figure = figuresOf('Mosquitto', 'MQTT QoS 1, 1 connection, 100 under way');
  return [figure('taken', published / elapsed, '1/s'), figure('CPU each', cpu / published, 'us')];
}
