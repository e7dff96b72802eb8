import { Duplex } from 'node:stream';
import { generate, type Packet, parser } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { protocolLevelOf, speakVersion5 } from './version-5.ts';

/** A line to a device: what it says is handed in, what it is told is kept. */
function deviceLine() {
  const told: Buffer[] = [];
  const line = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _, done) => {
      told.push(chunk);
      done();
    },
  });
  return { line, told: () => Buffer.concat(told) };
}

function packetsIn(bytes: Buffer, protocolVersion: number): Packet[] {
  const packets: Packet[] = [];
  const reader = parser({ protocolVersion }).on('packet', (packet) => void packets.push(packet));
  reader.on('error', (error: unknown) => {
    throw error;
  });
  reader.parse(bytes);
  return packets;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const connect5 = generate(
  {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clean: true,
    clientId: 'mat',
    keepalive: 30,
    password: Buffer.from('key'),
    username: 'any',
    properties: { receiveMaximum: 5, maximumPacketSize: 100 },
  },
  { protocolVersion: 5 },
);
const publish5 = generate(
  {
    cmd: 'publish',
    topic: 'a',
    payload: 'in_bed',
    qos: 1,
    dup: false,
    retain: true,
    messageId: 7,
    properties: { contentType: 'x' },
  },
  { protocolVersion: 5 },
);

test('a version is known from the first bytes, however few of them are there', () => {
  for (const [version, protocolId] of [
    [3, 'MQIsdp'],
    [4, 'MQTT'],
    [5, 'MQTT'],
  ] as const) {
    const bytes = generate({
      cmd: 'connect',
      protocolId,
      protocolVersion: version,
      clean: true,
      clientId: 'x'.repeat(200),
    });
    const levels = Array.from({ length: 16 }, (_, count) => protocolLevelOf(bytes.subarray(0, count)));
    expect(new Set(levels)).toEqual(new Set(['unknown yet', version]));
  }
  expect(protocolLevelOf(Buffer.from('GET / HTTP/1.1'))).toBeUndefined();
  expect(protocolLevelOf(Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01]))).toBeUndefined();
  expect(protocolLevelOf(Buffer.from([0x10, 0x20, 0xff, 0xff, 0x4d]))).toBeUndefined();
});

test('the broker reads 3.1.1, in whatever pieces the bytes of MQTT 5 come', async () => {
  const bytes = Buffer.concat([connect5, publish5]);
  for (const size of [1, 2, 7, bytes.length]) {
    const { line } = deviceLine();
    const broker = speakVersion5(line, { longestPacket: 1_000 });
    for (let at = 0; at < bytes.length; at += size) line.push(bytes.subarray(at, at + size));
    await turn();
    const read: unknown = broker.read();
    const packets = packetsIn(Buffer.isBuffer(read) ? read : Buffer.alloc(0), 4);
    expect(packets).toMatchObject([
      { cmd: 'connect', protocolVersion: 4, clientId: 'mat', keepalive: 30, username: 'any' },
      { cmd: 'publish', topic: 'a', qos: 1, retain: true, messageId: 7 },
    ]);
    expect(packets.every((packet) => !('properties' in packet) || packet.properties === undefined)).toBe(true);
  }
});

test('the device reads MQTT 5, and nothing that is longer than it takes', async () => {
  const { line, told } = deviceLine();
  const broker = speakVersion5(line, { longestPacket: 1_000 });
  line.push(connect5);
  await turn();
  broker.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
  broker.write(generate({ cmd: 'puback', messageId: 7 }));
  for (const payload of ['long'.repeat(100), 'short']) {
    broker.write(generate({ cmd: 'publish', topic: 'b', payload, qos: 0, dup: false, retain: false }));
  }
  await turn();
  const packets = packetsIn(told(), 5);
  expect(packets.map(({ cmd }) => cmd)).toEqual(['connack', 'puback', 'publish']);
  expect(packets[0]).toMatchObject({
    reasonCode: 0,
    properties: { sessionExpiryInterval: 0, maximumPacketSize: 1_000 },
  });
});

test.each([
  ['a second CONNECT', connect5],
  [
    'a message without a topic, by an alias that was never offered',
    generate(
      { cmd: 'publish', topic: '', payload: 'x', qos: 0, dup: false, retain: false, properties: { topicAlias: 1 } },
      { protocolVersion: 5 },
    ),
  ],
  ['bytes that are no packet', Buffer.from([0xf3, 0xff])],
])('%s ends the connection', async (_, bytes) => {
  const { line } = deviceLine();
  const broker = speakVersion5(line, { longestPacket: 1_000 });
  const ended = new Promise<unknown>((resolve) => void broker.once('error', resolve));
  line.push(connect5);
  line.push(bytes);
  expect(await ended).toBeInstanceOf(Error);
  expect(line.destroyed).toBe(true);
});

test('what is no MQTT 5 passes as it is, both ways', async () => {
  const { line, told } = deviceLine();
  const broker = speakVersion5(line, { longestPacket: 1_000 });
  const bytes = generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: 'mat' });
  line.push(bytes);
  await turn();
  expect(broker.read()).toEqual(bytes);
  const connack = generate({ cmd: 'connack', returnCode: 0, sessionPresent: false });
  broker.write(connack);
  await turn();
  expect(told()).toEqual(connack);
});
