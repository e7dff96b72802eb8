/** Prints the changes of an import, and what stops working because of them. */
import type { Database } from '../../database/database.ts';
import type { HomeChange } from '../../home/home-file/import/compare-homes.ts';
import type { ImportResult } from '../../home/home-file/import/import-home.ts';
import { describeImpact, findImpact, readHomeReferences } from '../../home/manage/home-impact.ts';
import { differenceOfHomes } from '../../home/manage/import-preview.ts';
import { readEntries } from '../../equipment/equipment-store.ts';
import type { CommandContext } from '../command-line/command-context.ts';

export async function printHomeChanges(
  { terminal }: Pick<CommandContext, 'terminal'>,
  database: Database,
  result: ImportResult,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<void> {
  const references = await readHomeReferences(database, await readEntries(database.query));
  const impact = findImpact(differenceOfHomes(result.before, result.after), references);
  const lines = [
    ...result.changes.flatMap((change) => linesOf(change, isDryRun)),
    ...(impact.length === 0 ? [] : [isDryRun ? 'This would stop working:' : 'This no longer works:']),
    ...impact.map((one) => `  ${describeImpact(one)}`),
    summaryOf(result),
  ];
  terminal.print(lines.join('\n'));
  if (isDryRun) terminal.remark('Nothing was changed: this was a dry run.');
}

const signs = { added: '+', changed: '~', removed: '-', retired: '~' } as const;

function summaryOf({ changes, unchanged }: ImportResult): string {
  const count = (effect: HomeChange['effect']) => changes.filter((change) => change.effect === effect).length;
  const parts = [
    `${count('added')} added`,
    `${count('changed')} changed`,
    `${count('removed')} removed`,
    ...(count('retired') > 0 ? [`${count('retired')} set INACTIVE because they have reports`] : []),
    `${unchanged} unchanged`,
  ];
  return `${parts.join(', ')}.`;
}

function linesOf({ effect, node, path, fields }: HomeChange, isDryRun: boolean): readonly string[] {
  const head = `${signs[effect]} ${node.level.padEnd(8)}  ${path.join(' > ')}`;
  // In a dry run the uuid of a new node is left out, because it is random.
  if (effect === 'added') return [isDryRun ? head : `${head}  (${node.uuid})`];
  return [head, ...fields.map(({ name, from, to }) => `      ${name}: ${from ?? '(none)'} -> ${to ?? '(none)'}`)];
}
