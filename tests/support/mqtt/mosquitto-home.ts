/** Starts the small home with a Mosquitto, a device that publishes there, and server processes that read it. */
import { connectAsync } from 'mqtt';
import { expect, vi } from 'vitest';
import type { ReportReceiver } from '../../../src/server/intake/reports/receive-reports.ts';
import { createTestReceiver } from '../reports/test-receiver.ts';
import { startOwnMosquitto } from './mosquitto.ts';
import { type ProcessOptions, startMqttHome } from './start-mqtt-intake.ts';

export type MosquittoHome = Awaited<ReturnType<typeof startMosquittoHome>>;

/** Options of `vi.waitFor`: a time limit that is long enough for a slow machine. */
export const within = { timeout: 40_000, interval: 20 };

export async function startMosquittoHome() {
  const mosquitto = await startOwnMosquitto();
  const home = await startMqttHome();
  const device = await connectAsync(mosquitto.url, { protocolVersion: 4 });
  const logged = (words: string) => home.log.filter((line) => line.includes(words)).length;
  return {
    mosquitto,
    home,
    /** Publishes as the device with QoS 1, unless `more` says otherwise. */
    publish: (topic: string, payload: string, more?: { readonly retain?: boolean; readonly qos?: 0 | 1 }) =>
      device.publishAsync(topic, payload, { qos: 1, ...more }),
    /** Starts a server process that reads the broker, and waits until it has connected. */
    openReader: async (more?: ProcessOptions) => {
      const before = logged('connected to the MQTT broker');
      const running = await home.open({ brokerUrl: mosquitto.url, ...more });
      await vi.waitFor(() => expect(logged('connected to the MQTT broker')).toBe(before + 1), within);
      return running;
    },
    /** Returns how many lines of the log contain these words. */
    logged,
    reportsOf: async (stream: string) => (await home.reports()).filter((report) => report.stream === stream),
    /** Creates the function that stores reports in a process by default. */
    createReceive: (): ReportReceiver['receive'] => {
      const receiver = createTestReceiver(home.database);
      return (items, sender) => receiver.receive(items, sender);
    },
    close: async () => {
      await device.endAsync();
      await home.close();
      await mosquitto.close();
    },
  };
}
