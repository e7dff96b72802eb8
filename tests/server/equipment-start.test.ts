/** Starts the server with an equipment file and MQTT settings, and checks what it prints. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServerProcess } from '../support/app/server-process.ts';
import { freePort } from '../../scripts/services/ports.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'equipment-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = async (settings: Readonly<Record<string, string>>) =>
  startServerProcess({ PORT: String(await freePort()), DATA_DIR: folder, ...settings }, ['--no-demo']);

test('a start with an incorrect equipment file stops and names every field at fault', async () => {
  const file = join(folder, 'equipment.yaml');
  await writeFile(
    file,
    'connections:\n  - { name: a, preset: frigat, topic: x, location: h, rooms: [{ camera: c }] }\n',
  );
  const server = await start({ EQUIPMENT_FILE: file });
  expect(await server.ended).toBe(1);
  expect(server.text().trim()).toBe(
    [
      `The equipment file ${file} cannot be used:`,
      'connections[0].preset: must be one of frigate, home-assistant, milesight-vs373, axis, generic-json',
      'connections[0].rooms[0].room: is missing',
    ].join('\n  '),
  );
});

test('a start with a port that is in use names the setting MQTT_PORT', async () => {
  const otherServer = createServer().listen(0, 'localhost');
  await new Promise((resolve) => otherServer.once('listening', resolve));
  const address = otherServer.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const server = await start({ MQTT_PORT: port });
  expect(await server.ended).toBe(1);
  expect(server.text()).toContain(
    `Port ${port} is already in use. Stop what is using it, or set MQTT_PORT to another one.`,
  );
  otherServer.close();
});

test('a start names unknown rooms of the equipment file and the MQTT addresses, without the password', async () => {
  const file = join(folder, 'equipment.yaml');
  const rooms = '[{ room: room-1, device: d }]';
  await writeFile(
    file,
    `connections:\n  - { name: mats, preset: generic-json, topic: mats, location: harbour, rooms: ${rooms} }\n`,
  );
  const [port, unusedPort] = [String(await freePort()), String(await freePort())];
  const server = await start({
    EQUIPMENT_FILE: file,
    MQTT_PORT: port,
    MQTT_URL: `mqtt://rooms:s3cret@localhost:${unusedPort}`,
  });
  const text = await server.untilOutput('Ctrl-C');
  expect(text).toMatch(/"connection":"mats","rooms":\["harbour\/room-1"\],"msg":"the equipment file names rooms/);
  expect(text).toContain(`Its MQTT broker listens at localhost:${port}`);
  expect(text).toContain(`It connects to the MQTT broker mqtt://localhost:${unusedPort}. If that fails`);
  expect(text).not.toContain('s3cret');
  server.signal('SIGINT');
  expect(await server.ended).toBe(0);
});
