import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEquipmentFile } from '../../intake/equipment/file/equipment-file.ts';
import { createEquipment } from '../../intake/equipment/equipment.ts';
import { startEquipmentReload } from './equipment-reload.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'equipment-reload-'));
  file = join(folder, 'equipment.yaml');
});
afterEach(() => rm(folder, { recursive: true }));

const connectionOf = (name: string, preset = 'preset: generic-json') =>
  `  - { name: ${name}, ${preset}, topic: ${name}, location: harbour, rooms: [{ room: room-1, device: mat }] }\n`;
const own = 'presetFile: own.json';
const pillow = (product: string) =>
  JSON.stringify({
    product,
    documents: [],
    roles: { device: { about: 'its number' } },
    messages: [{ topic: '{device}', values: { head: 'text' }, cases: [{ if: { head: 'down' }, status: 'in_bed' }] }],
  });
const write = (...connections: readonly string[]) => writeFile(file, `connections:\n${connections.join('')}`);

/** Starts the reload of the file. The test triggers each comparison itself. */
function startReload() {
  const equipment = createEquipment(readEquipmentFile(file));
  const log: string[] = [];
  let arrived = Promise.withResolvers<void>();
  let go = Promise.withResolvers<void>();
  const reload = startEquipmentReload({
    file,
    equipment,
    onReplaced: async () => void log.push('rooms checked'),
    log: { warn: (_, message) => log.push(message), error: (_, message) => log.push(message) },
    wait: async (signal) => {
      arrived.resolve();
      if (!signal.aborted) await go.promise;
    },
  });
  return {
    log,
    names: () => equipment.settings().map(({ name }) => name),
    products: () => equipment.settings().map(({ preset }) => preset.product),
    isOutdated: equipment.isOutdated,
    /** Resolves when the next comparison is done. */
    compare: async () => {
      await arrived.promise;
      const started = go;
      arrived = Promise.withResolvers();
      go = Promise.withResolvers();
      started.resolve();
      await arrived.promise;
    },
    close: async () => {
      const closed = reload.close();
      go.resolve();
      await closed;
    },
  };
}

test('a changed equipment file takes effect only when two comparisons in a row find the same content', async () => {
  await write(connectionOf('a'), connectionOf('b'));
  const reload = startReload();
  await reload.compare();
  await write(connectionOf('a'));
  await reload.compare();
  expect(reload.names()).toEqual(['a', 'b']);
  await write(connectionOf('a'), connectionOf('b'), connectionOf('c'));
  await reload.compare();
  expect(reload.names()).toEqual(['a', 'b']);
  await reload.compare();
  expect(reload.names()).toEqual(['a', 'b', 'c']);
  expect(reload.log).toEqual(['the equipment file has changed and is in effect', 'rooms checked']);
  await reload.close();
});

test('a changed preset file takes effect', async () => {
  await write(connectionOf('a', own));
  await writeFile(join(folder, 'own.json'), pillow('Pillow'));
  const reload = startReload();
  await reload.compare();
  await writeFile(join(folder, 'own.json'), pillow('Better pillow'));
  await reload.compare();
  await reload.compare();
  expect(reload.products()).toEqual(['Better pillow']);
  await reload.close();
});

test('an equipment file with an unusable preset file is logged once, and takes effect when the preset file is corrected', async () => {
  await write(connectionOf('a'));
  const reload = startReload();
  await write(connectionOf('a'), connectionOf('b', own));
  for (let turn = 0; turn < 4; turn += 1) await reload.compare();
  expect(reload.log).toEqual(['the changed equipment file is wrong; the previous one stays in effect']);
  expect([reload.names(), reload.isOutdated()]).toEqual([['a'], true]);
  await writeFile(join(folder, 'own.json'), pillow('Pillow'));
  await reload.compare();
  expect([reload.names(), reload.isOutdated()]).toEqual([['a', 'b'], false]);
  await reload.close();
});

test('an equipment file that is written again without a change is not logged', async () => {
  await write(connectionOf('a'));
  const reload = startReload();
  for (let turn = 0; turn < 3; turn += 1) {
    await reload.compare();
    await write(connectionOf('a'));
  }
  await reload.compare();
  await reload.compare();
  expect(reload.log).toEqual([]);
  await reload.close();
});
