/** Prints the changes of an import or a removal, and what stops working because of them. */
import { existsSync } from 'node:fs';
import type { Database } from '../../database/database.ts';
import type { Change } from '../../hierarchy/home-file/import/compare-homes.ts';
import type { ImportResult } from '../../hierarchy/home-file/import/import-home.ts';
import { listDeviceKeys } from '../../intake/device-keys/device-keys.ts';
import { readEquipmentFile } from '../../intake/equipment/file/equipment-file.ts';
import { readGroupRights } from '../../rights/group-rights.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { describeImpact, findImpact, type References } from './home-impact.ts';

export async function printHomeChanges(
  { terminal, config }: CommandContext,
  database: Database,
  result: ImportResult,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<void> {
  const references = {
    keys: await listDeviceKeys(database),
    rights: await readGroupRights(database),
    connections: readConnections(config(), terminal.remark),
  };
  const impact = findImpact(result.before, result.after, references);
  const lines = [
    ...result.changes.flatMap((change) => linesOf(change, isDryRun)),
    ...(impact.length === 0 ? [] : [isDryRun ? 'This would stop working:' : 'This no longer works:']),
    ...impact.map((one) => `  ${describeImpact(one)}`),
    summaryOf(result),
  ];
  terminal.print(lines.join('\n'));
  if (isDryRun) terminal.remark('Nothing was changed: this was a dry run.');
}

/** A home can be changed while its equipment file has errors. */
function readConnections(
  { equipmentFile, defaultEquipmentFile: ownFile }: ReturnType<CommandContext['config']>,
  remark: (text: string) => void,
): References['connections'] {
  const file = equipmentFile ?? (ownFile !== undefined && existsSync(ownFile) ? ownFile : undefined);
  if (file === undefined) return [];
  try {
    return readEquipmentFile(file);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    remark(`The changes were not compared with the equipment file. ${error.message}`);
    return [];
  }
}

const signs = { added: '+', changed: '~', removed: '-', retired: '~' } as const;

function summaryOf({ changes, unchanged }: ImportResult): string {
  const count = (effect: Change['effect']) => changes.filter((change) => change.effect === effect).length;
  const parts = [
    `${count('added')} added`,
    `${count('changed')} changed`,
    `${count('removed')} removed`,
    ...(count('retired') > 0 ? [`${count('retired')} set INACTIVE because they have reports`] : []),
    `${unchanged} unchanged`,
  ];
  return `${parts.join(', ')}.`;
}

function linesOf({ effect, node, path, fields }: Change, isDryRun: boolean): readonly string[] {
  const head = `${signs[effect]} ${node.level.padEnd(8)}  ${path.join(' > ')}`;
  // The uuid of a new node is random, so a dry run must not show one.
  if (effect === 'added') return [isDryRun ? head : `${head}  (${node.uuid})`];
  return [head, ...fields.map(({ name, from, to }) => `      ${name}: ${from ?? '(none)'} -> ${to ?? '(none)'}`)];
}
