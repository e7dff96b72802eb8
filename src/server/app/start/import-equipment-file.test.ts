import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { readEntries } from '../../equipment/equipment-store.ts';
import { importEquipmentFile } from './import-equipment-file.ts';

const text = `connections: # by hand
  - { name: mats, preset: generic-json, topic: mats, location: harbour, rooms: [{ room: room-1, device: mat-1 }] }
`;
const mats = {
  name: 'mats',
  preset: 'generic-json' as const,
  topic: 'mats',
  location: 'harbour',
  rooms: [{ room: 'room-1', device: 'mat-1' }],
};

let database: Database;
let folder: string;
let log: string[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-equipment-'));
  log = [];
  database = await openTestDatabase();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const warn = (_details: object, message: string) => void log.push(message);

/** Imports the equipment file as a start does. `more`: settings beside those of an embedded database in the folder. */
function start(more: Partial<Parameters<typeof importEquipmentFile>[1]['config']> = {}) {
  const embedded = { kind: 'sqlite', file: join(folder, 'room-status.sqlite') } as const;
  const config = { database: embedded, equipmentFile: undefined, isDemo: false, ...more };
  return database.withExclusiveLock(() => importEquipmentFile(database, { config, now: Date.now, log: { warn } }));
}

/** Reverts the migration of the connections and all later ones, as if the data were those of an older version. */
async function restoreFormerSchema(): Promise<void> {
  for (const table of [
    'equipment',
    'equipment_connection',
    'server_run',
    'room_night',
    'unwatched_period',
    'room_note',
    'handover_reading',
    'duty',
    'notice',
    'contact',
    'phone',
    'phone_message',
    'wall_board_pairing',
    'wall_board',
    'client_move',
    'moved_room',
  ]) {
    await database.query.schema.dropTable(table).execute();
  }
  for (const index of ['alert_event_room', 'pause_event_room', 'stream_open_alerts'])
    await database.query.schema.dropIndex(index).execute();
  await database.query.schema.alterTable('stream').dropColumn('is_frozen').execute();
  await database.query.schema.alterTable('schema_version').dropColumn('oldest_version').execute();
  await sql`create table postponed_set_up (id bigint primary key, postponed_at bigint not null)`.execute(
    database.query,
  );
  await sql`create index report_received on report (received_at)`.execute(database.query);
  await sql`delete from schema_version where version >= 32`.execute(database.query);
}

test.each([
  ['of the data folder', 'equipment.yaml', (_file: string) => ({})],
  ['of the demo', 'demo-equipment.yaml', (_file: string) => ({ isDemo: true })],
  ['that EQUIPMENT_FILE names', 'own.yaml', (file: string) => ({ equipmentFile: file })],
])(
  'the first start with data of the former version imports the file %s, and later starts ignore it',
  async (...row) => {
    const [, name, settingsFor] = row;
    const file = join(folder, name);
    writeFileSync(file, text);
    await restoreFormerSchema();
    await database.migrate();
    expect(await start(settingsFor(file))).toEqual({ file, connectionCount: 1 });
    expect(await readEntries(database.query)).toEqual([mats]);
    const events = database.query
      .selectFrom('audit_event')
      .select(['action', 'actor_kind', 'new_values'])
      .orderBy('sequence');
    expect(await events.execute()).toEqual([
      { action: 'equipment.import', actor_kind: 'server', new_values: JSON.stringify({ connections: [mats], file }) },
    ]);
    expect(log).toEqual([]);

    writeFileSync(file, 'connections: []');
    expect(await start(settingsFor(file))).toBeUndefined();
    expect(await readEntries(database.query)).toEqual([mats]);
    expect(log).toEqual(['the equipment file is ignored: the connections to equipment are in the database']);
  },
);

test('a home without an equipment file gets no connections', async () => {
  expect(await start()).toBeUndefined();
  expect(await readEntries(database.query)).toEqual([]);
});

test('an equipment file with a problem stops the start with a sentence, and stores nothing', async () => {
  const file = join(folder, 'equipment.yaml');
  writeFileSync(file, text.replace('generic-json', 'unknown'));
  await expect(start()).rejects.toThrow(`The equipment file ${file} cannot be used`);
  expect(await readEntries(database.query)).toEqual([]);
});
