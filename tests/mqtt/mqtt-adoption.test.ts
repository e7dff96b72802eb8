import { connect, connectAsync } from 'mqtt';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptSession } from '../../src/server/intake/mqtt/sharing/adopt-session.ts';
import { type OwnMosquitto, startOwnMosquitto } from '../support/mqtt/own-mosquitto.ts';

let mosquitto: OwnMosquitto;
beforeEach(async () => {
  mosquitto = await startOwnMosquitto();
});
afterEach(async () => {
  await mosquitto.close();
});

const filter = 'roomstatus/+/+/status';
const subscription = `$share/room-status/${filter}`;

/** What a killed process leaves behind, with so many messages more than its broker may have on their way at a time. */
async function leaveSession(clientId: string, version: 4 | 5, count: number): Promise<void> {
  const gone = await connectAsync(mosquitto.url, {
    clientId,
    clean: false,
    protocolVersion: version,
    reconnectPeriod: 0,
    ...(version === 5 && { properties: { sessionExpiryInterval: 60 } }),
  });
  await gone.subscribeAsync(subscription, { qos: 1 });
  await gone.endAsync(true);
  const device = await connectAsync(mosquitto.url, { protocolVersion: 4 });
  for (let index = 0; index < count; index += 1) await say(device, String(index));
  await device.endAsync();
}

function say(device: Awaited<ReturnType<typeof connectAsync>>, text: string): Promise<unknown> {
  return device.publishAsync('roomstatus/harbour/room-1/status', text, { qos: 1 });
}

function isPresent(clientId: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(mosquitto.url, { clientId, clean: false, protocolVersion: 4, reconnectPeriod: 0 });
    client.once('connect', ({ sessionPresent }) => client.end(true, () => resolve(sessionPresent)));
  });
}

test.each([4, 5] as const)(
  'by MQTT version %i all of it is taken in its order, and nothing is left',
  async (version) => {
    await leaveSession('gone', version, 250);
    const texts: string[] = [];
    const adopted = adoptSession(
      optionsOf({ store: async ({ payload }) => void texts.push(String(payload)) }),
      version,
    );
    expect(await adopted).toBe(250);
    expect(texts).toEqual(Array.from({ length: 250 }, (_, index) => String(index)));
    expect(await isPresent('gone')).toBe(false);
  },
);

test.each([4, 5] as const)("by MQTT version %i it is left alone when it is another's by now", async (version) => {
  await leaveSession('gone', version, 3);
  const adopted = adoptSession(optionsOf({ store: async () => undefined, isOurs: async () => false }), version);
  await expect(adopted).rejects.toThrow('its own process is back');
  expect(await isPresent('gone')).toBe(true);
});

test('while it is taken over its share already goes to those that live', async () => {
  await leaveSession('gone', 5, 3);
  const living = await connectAsync(mosquitto.url, { protocolVersion: 5 });
  const heard: string[] = [];
  living.on('message', (_topic, payload) => heard.push(String(payload)));
  await living.subscribeAsync(subscription, { qos: 1 });
  const end = { isReached: false };
  const adopted = adoptSession(optionsOf({ store: async () => undefined })).finally(() => (end.isReached = true));
  let count = 3;
  for (; !end.isReached && count < 5_000; count += 1) await say(living, String(count));
  const taken = await adopted;
  await vi.waitFor(() => expect(heard.length + taken).toBe(count));
  expect(taken).toBeLessThan(count / 4);
  await living.endAsync();
});

test('what cannot be stored stays there', async () => {
  await leaveSession('gone', 5, 3);
  const refuse = () => Promise.reject(new Error('the database is away'));
  await expect(adoptSession(optionsOf({ store: refuse }))).rejects.toThrow('could not be stored');
  const texts: string[] = [];
  await adoptSession(optionsOf({ store: async ({ payload }) => void texts.push(String(payload)) }));
  expect(texts).toEqual(['0', '1', '2']);
});

type Options = Parameters<typeof adoptSession>[0];
function optionsOf(more: Pick<Options, 'store'> & Partial<Options>): Options {
  return {
    broker: { url: mosquitto.url, clientId: 'gone', sessionExpirySeconds: 60 },
    subscriptions: [subscription],
    waiting: () => 0,
    isOurs: async () => true,
    quietMs: 300,
    signal: new AbortController().signal,
    ...more,
  };
}
