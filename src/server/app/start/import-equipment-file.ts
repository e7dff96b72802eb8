/**
 * Imports an equipment file at the first start: the file of EQUIPMENT_FILE, or the file of an earlier version, which
 * read it at each start.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serverActor } from '../../audit/audit-actors.ts';
import type { Database } from '../../database/database.ts';
import { importEntries, readEquipmentRevision } from '../../equipment/equipment-store.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { sqliteFileOf } from '../adapters.ts';
import type { Config } from '../config.ts';

export interface ImportedEquipment {
  readonly file: string;
  readonly connectionCount: number;
}

interface ImportOptions {
  readonly config: Pick<Config, 'database' | 'equipmentFile' | 'isDemo'>;
  readonly now: () => number;
  readonly log: WarnLog;
}

/**
 * Imports the file once. Undefined: there is no file, or the database has had connections. Call it with the exclusive
 * lock of the database, because several servers may start at once. Throws EquipmentFileError.
 */
export async function importEquipmentFile(
  database: Database,
  { config, now, log }: ImportOptions,
): Promise<ImportedEquipment | undefined> {
  const file = findFile(config);
  if ((await readEquipmentRevision(database.query)) > 0) {
    if (file !== undefined) {
      log.warn({ file }, 'the equipment file is ignored: the connections to equipment are in the database');
    }
    return undefined;
  }
  if (file === undefined) return undefined;
  const { readEquipmentFile } = await import('../../equipment/file/equipment-file.ts');
  const entries = readEquipmentFile(file);
  const source = { actor: serverActor, at: now() };
  await importEntries(database, { file, entries, removeMissing: false }, source);
  return { file, connectionCount: entries.length };
}

/** Finds the file of EQUIPMENT_FILE, otherwise the one that an earlier version wrote into the data folder. */
function findFile(config: ImportOptions['config']): string | undefined {
  const database = sqliteFileOf(config);
  if (config.equipmentFile !== undefined || database === undefined) return config.equipmentFile;
  const own = join(dirname(database), config.isDemo ? 'demo-equipment.yaml' : 'equipment.yaml');
  return existsSync(own) ? own : undefined;
}
