/** The small home behind a broker of others: a Mosquitto, a device at it, and processes that hear it. */
import { connectAsync } from 'mqtt';
import { expect, vi } from 'vitest';
import { createMemoryBus } from '../../../src/server/bus/bus-memory.ts';
import { createReportReceiver, type ReportReceiver } from '../../../src/server/rooms/reports/receive-report.ts';
import { type OwnMosquitto, startOwnMosquitto } from './own-mosquitto.ts';
import { type MqttHome, startMqttHome } from './start-mqtt-intake.ts';

type Opened = ReturnType<MqttHome['open']>;

export interface MosquittoHome {
  readonly mosquitto: OwnMosquitto;
  readonly home: MqttHome;
  /** As the device, which waits for the broker's acknowledgement. */
  say(topic: string, payload: string, more?: { readonly retain?: boolean }): Promise<unknown>;
  /** A name that no process of the home has had. */
  newName(): number;
  /** A process that takes messages from now on; by default one of its own name. */
  openClient(more?: Parameters<MqttHome['open']>[0]): Opened;
  /** The log of one room. */
  toldOf(stream: string): ReturnType<MqttHome['reports']>;
  /** What a process stores with, for those that are to store in another way. */
  receive(): ReportReceiver['receive'];
  close(): Promise<void>;
}

/** Upper bounds only. */
export const within = { timeout: 15_000, interval: 20 };

export async function startMosquittoHome(): Promise<MosquittoHome> {
  const mosquitto = await startOwnMosquitto();
  const home = await startMqttHome();
  const device = await connectAsync(mosquitto.url, { protocolVersion: 4 });
  const connections = () => home.log.filter((line) => line.includes('connected to the MQTT broker')).length;
  let names = 4_000;
  const newName = () => (names += 1);
  return {
    mosquitto,
    home,
    say: (topic, payload, more) => device.publishAsync(topic, payload, { qos: 1, ...more }),
    newName,
    openClient: async (more) => {
      const before = connections();
      const running = await home.open({ brokerUrl: mosquitto.url, name: newName(), ...more });
      await vi.waitFor(() => expect(connections()).toBe(before + 1), within);
      return running;
    },
    toldOf: async (stream) => (await home.reports()).filter((report) => report.stream === stream),
    receive: () => {
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
