/** The changes of an import, for a person to read before and after. */
import type { Change } from './compare-homes.ts';
import type { Imported } from './import-home.ts';

const signs = { added: '+', changed: '~', removed: '-', retired: '~' } as const;

export function describeChanges(
  { changes, unchanged }: Imported,
  { isDryRun }: { readonly isDryRun: boolean },
): string {
  const lines = changes.flatMap((change) => linesOf(change, isDryRun));
  const count = (...effects: Change['effect'][]) => changes.filter(({ effect }) => effects.includes(effect)).length;
  const retired = count('retired');
  const words = [
    `${count('added')} added`,
    `${count('changed')} changed`,
    `${count('removed')} removed`,
    ...(retired > 0 ? [`${retired} INACTIVE from now on, for their history`] : []),
    `${unchanged} as they were`,
  ];
  return [...lines, `${words.join(', ')}.`].join('\n');
}

/** A uuid of a dry run would be another one when it is done. */
function linesOf({ kind, path, effect, fields, uuid }: Change, isDryRun: boolean): readonly string[] {
  const head = `${signs[effect]} ${kind.padEnd(8)}  ${path.join(' > ')}`;
  if (effect === 'added') return [isDryRun ? head : `${head}  (${uuid})`];
  return [head, ...fields.map(({ name, from, to }) => `      ${name}: ${shown(from)} -> ${shown(to)}`)];
}

function shown(value: string | null): string {
  return value ?? '(none)';
}
