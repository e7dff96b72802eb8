import type { Change } from './compare-homes.ts';
import type { ImportResult } from './import-home.ts';

const signs = { added: '+', changed: '~', removed: '-', retired: '~' } as const;

/** Lists the changes of an import, or of a dry run, for the terminal. */
export function describeChanges({ changes, unchanged }: ImportResult, options: { readonly isDryRun: boolean }): string {
  const lines = changes.flatMap((change) => linesOf(change, options.isDryRun));
  const count = (effect: Change['effect']) => changes.filter((change) => change.effect === effect).length;
  const summary = [
    `${count('added')} added`,
    `${count('changed')} changed`,
    `${count('removed')} removed`,
    ...(count('retired') > 0 ? [`${count('retired')} set INACTIVE because they have reports`] : []),
    `${unchanged} unchanged`,
  ];
  return [...lines, `${summary.join(', ')}.`].join('\n');
}

function linesOf({ effect, node, path, fields }: Change, isDryRun: boolean): readonly string[] {
  const head = `${signs[effect]} ${node.level.padEnd(8)}  ${path.join(' > ')}`;
  // The uuid of a new node is random, so a dry run must not show one.
  if (effect === 'added') return [isDryRun ? head : `${head}  (${node.uuid})`];
  return [head, ...fields.map(({ name, from, to }) => `      ${name}: ${from ?? '(none)'} -> ${to ?? '(none)'}`)];
}
