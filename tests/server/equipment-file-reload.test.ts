/** The real server reads its equipment file again while it runs. */
import { mkdtempSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/services/ports.ts';
import { runCommand } from '../support/app/run-command.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';

const within = { timeout: 60_000, interval: 100 };

let folder: string;
let file: string;
let url: string;
let key: string;
let server: ServerProcess;

/** An equipment file with one connection that reads JSON for a room of the demo home. */
const equipmentOf = (device: string) => `
connections:
  - name: mats
    preset: generic-json
    topic: mats
    location: harbour-house
    rooms:
      - { room: room-105, device: ${device} }
`;

async function start(equipmentFile: string): Promise<void> {
  const settings = { PORT: String(await freePort()), DATA_DIR: join(folder, 'data') };
  url = `http://localhost:${settings.PORT}`;
  server = startServerProcess({ ...settings, EQUIPMENT_FILE: equipmentFile }, ['--demo']);
  await server.untilOutput('Ctrl-C stops it');
  const added = await runCommand(settings, ['device-key', 'add', 'gateway', '--scope', 'harbour-house', '--demo']);
  key = /rs_[\w-]+/.exec(added.stdout)?.[0] ?? added.stdout.trim();
}

async function statusOf(device: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ device, status: 'in_bed' });
  return (await fetch(`${url}/api/equipment/mats`, { method: 'POST', headers, body })).status;
}

/** Waits until messages of this device are accepted for the room, and messages of the other device are not. */
const becomes = (device: string, before: string) =>
  vi.waitFor(async () => expect([await statusOf(device), await statusOf(before)]).toEqual([200, 422]), within);

const warnings = async (): Promise<unknown> => {
  const health = await fetch(`${url}/health`);
  expect(health.status).toBe(200);
  return health.json();
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-equipment-'));
  file = join(folder, 'equipment.yaml');
});
afterEach(async () => {
  server.signal('SIGKILL');
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
});

test('a changed equipment file takes effect; an invalid one does not, and the log and /health say so until it is corrected', async () => {
  writeFileSync(file, equipmentOf('mat-1'));
  await start(file);
  expect(await statusOf('mat-1')).toBe(200);
  expect(await warnings()).toMatchObject({ status: 'ok', warnings: [] });

  writeFileSync(file, equipmentOf('mat-2'));
  await becomes('mat-2', 'mat-1');

  writeFileSync(
    file,
    equipmentOf('mat-3').replace('preset: generic-json', 'preset: generic').replace('topic:', 'tropic:'),
  );
  const text = await server.untilOutput('the previous one stays in effect');
  expect(text).toContain('connections[0].preset: must be one of');
  expect(text).toContain('connections[0].tropic: is not known');
  expect(await warnings()).toMatchObject({ status: 'ok', warnings: [expect.stringContaining('equipment file')] });
  expect([await statusOf('mat-2'), await statusOf('mat-3')]).toEqual([200, 422]);

  writeFileSync(`${file}.new`, equipmentOf('mat-3'));
  renameSync(`${file}.new`, file);
  await becomes('mat-3', 'mat-2');
  expect(await warnings()).toMatchObject({ warnings: [] });

  rmSync(file);
  await vi.waitFor(async () => expect(await warnings()).toMatchObject({ warnings: [expect.anything()] }), within);
  expect(await statusOf('mat-3')).toBe(200);
});

test('an equipment file in a Kubernetes ConfigMap is read again when the link to the folder of the file is replaced', async () => {
  for (const [version, device] of [
    ['v1', 'mat-1'],
    ['v2', 'mat-2'],
  ] as const) {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'equipment.yaml'), equipmentOf(device));
  }
  symlinkSync('v1', join(folder, '..data'));
  symlinkSync('..data/equipment.yaml', file);
  await start(file);
  expect(await statusOf('mat-1')).toBe(200);
  symlinkSync('v2', join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  await becomes('mat-2', 'mat-1');
});

test('SIGHUP reads the equipment file at once and does not stop the server', async () => {
  // The size, time and inode stay the same, so the server cannot notice the change without SIGHUP.
  const write = (device: string) => {
    writeFileSync(file, equipmentOf(device));
    utimesSync(file, 1_700_000_000, 1_700_000_000);
  };
  write('mat-1');
  await start(file);
  write('mat-2');
  server.signal('SIGHUP');
  await becomes('mat-2', 'mat-1');
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
});
