/** A peer for MQTT: Mosquitto takes the same publishes with QoS 1 from the same client, and hands them to nobody. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { findProgram } from '../../../scripts/services/find-programs.mjs';
import { startMosquitto } from '../../../scripts/services/mosquitto.ts';
import { repeatFor } from '../clients/repeat-for.ts';
import type { Figure } from '../measure/figures.ts';
import { watchCost } from '../measure/process-cost.ts';
import { pidOf } from './room-status.ts';

export async function measureMosquitto(seconds: number): Promise<Figure[]> {
  if (findProgram('mosquitto') === undefined) {
    console.warn('Mosquitto is left out: it is not installed');
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'room-status-mosquitto-'));
  const mosquitto = await startMosquitto({ folder });
  const client = await connectAsync(mosquitto.url);
  let count = 0;
  const publish = () => {
    const payload = JSON.stringify({ id: crypto.randomUUID(), status: 3 });
    return client.publishAsync(`roomstatus/bench/room-${count++ % 1_000}/status`, payload, { qos: 1 });
  };
  await repeatFor(0.5, 100, publish);
  const cost = watchCost(pidOf(mosquitto));
  const published = await repeatFor(seconds, 100, publish);
  const [cpu, took] = [cost.cpuMicroseconds(), cost.seconds()];
  await client.endAsync();
  await mosquitto.stop();
  await rm(folder, { recursive: true, force: true });
  const figure = { subject: 'Mosquitto', way: 'MQTT QoS 1, 1 connection, 100 under way' };
  return [
    { ...figure, measure: 'taken', value: published / took, unit: '1/s' },
    { ...figure, measure: 'CPU each', value: cpu / published, unit: 'us' },
  ];
}
