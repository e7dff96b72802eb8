import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Since this migration servers of a release before run on the schema of the next (decision 164). */
const firstBound = 47;
const takesAway =
  /\bdrop (?:table|column|view|not null)|\brename\b|\balter column\b|\bset not null\b|\bcreate unique index\b|\badd (?:constraint|check|unique|foreign)\b|\bcreate trigger\b|\badd column \w+ \w+ not null(?! default)/i;
const raisesOldest = /^update schema_version set oldest_version = \d+ where version = \d+;$/m;

/** The migration without comments. */
const statementsOf = (sql: string) => sql.replaceAll(/--.*$/gm, '');
const isAllowed = (sql: string) => !takesAway.test(statementsOf(sql)) || raisesOldest.test(sql);

test('a migration that takes something away from the servers of the release before says from which version on builds run on its schema', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.sql') && Number(name.slice(0, 3)) >= firstBound,
  );
  expect(files.length).toBeGreaterThan(0);
  const wrong = files.filter((name) => !isAllowed(readFileSync(join(import.meta.dirname, name), 'utf8')));
  expect(wrong).toEqual([]);
});

test.each([
  ['alter table phone drop column accepted_at;', false],
  ['alter table phone rename column name to label;', false],
  ['alter table phone add column label text not null;', false],
  ['create unique index one_name on phone (name);', false],
  ["alter table phone add column label text not null default '';", true],
  ['alter table phone add column label text;\ncreate index label on phone (label);', true],
  ['-- nothing may drop column x\ncreate table label (id integer primary key, name text not null);', true],
  [
    'alter table phone drop column accepted_at;\nupdate schema_version set oldest_version = 50 where version = 60;',
    true,
  ],
])('whether a migration adds only: %s', (sql, expected) => {
  expect(isAllowed(sql)).toBe(expected);
});
