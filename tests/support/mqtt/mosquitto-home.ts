/** The small home, a Mosquitto, a device that publishes there, and server processes that read from it. */
import { connectAsync } from 'mqtt';
import { expect, vi } from 'vitest';
import { createMemoryBus } from '../../../src/server/bus/bus-memory.ts';
import { createReportReceiver, type ReportReceiver } from '../../../src/server/rooms/reports/receive-report.ts';
import { type OwnMosquitto, startOwnMosquitto } from './own-mosquitto.ts';
import { type MqttHome, startMqttHome } from './start-mqtt-intake.ts';

export interface MosquittoHome {
  readonly mosquitto: OwnMosquitto;
  readonly home: MqttHome;
  /** Publishes as the device with QoS 1, unless `more` says otherwise. */
  publish(topic: string, payload: string, more?: { readonly retain?: boolean; readonly qos?: 0 | 1 }): Promise<unknown>;
  /** Starts a process, and waits until it has connected to the broker. */
  openReader(more?: Parameters<MqttHome['open']>[0]): ReturnType<MqttHome['open']>;
  /** How many times a line of the log contains these words. */
  logged(words: string): number;
  reportsOf(stream: string): ReturnType<MqttHome['reports']>;
  /** Stores reports as a process does by default. */
  createReceive(): ReportReceiver['receive'];
  close(): Promise<void>;
}

/** Upper bounds for a slow machine. */
export const within = { timeout: 40_000, interval: 20 };

export async function startMosquittoHome(): Promise<MosquittoHome> {
  const mosquitto = await startOwnMosquitto();
  const home = await startMqttHome();
  const device = await connectAsync(mosquitto.url, { protocolVersion: 4 });
  const logged = (words: string) => home.log.filter((line) => line.includes(words)).length;
  return {
    mosquitto,
    home,
    publish: (topic, payload, more) => device.publishAsync(topic, payload, { qos: 1, ...more }),
    openReader: async (more) => {
      const before = logged('connected to the MQTT broker');
      const running = await home.open({ brokerUrl: mosquitto.url, ...more });
      await vi.waitFor(() => expect(logged('connected to the MQTT broker')).toBe(before + 1), within);
      return running;
    },
    logged,
    reportsOf: async (stream) => (await home.reports()).filter((report) => report.stream === stream),
    createReceive: () => {
      const bus = createMemoryBus({ error: () => undefined });
      return createReportReceiver({ database: home.database, bus, now: Date.now }).receive;
    },
    close: async () => {
      await device.endAsync();
      await home.close();
      await mosquitto.close();
    },
  };
}
