import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { languages } from '../../domain/language.ts';

const sourceFolder = join(import.meta.dirname, '..', '..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(sourceFolder, path), 'utf8'));

const Board = z.object({ screen: z.object({ stay: z.string() }), source: z.object({ offline: z.string() }) });
const ProviderPages = z.object({ staySignedIn: z.string() });
const Manage = z.object({ equipment: z.object({ activity: z.object({ offline: z.string() }) }) });

test.each(languages)('one thing has one word on all pages in $name', ({ code }) => {
  const board = z.parse(Board, read(`web/language/catalogues/${code}.json`));
  const provider = z.parse(ProviderPages, read(`server/identity-provider/pages/words/${code}.json`));
  const manage = z.parse(Manage, read(`web/manage/texts/${code}.json`));
  expect(provider.staySignedIn).toBe(board.screen.stay);
  expect(manage.equipment.activity.offline.replace('{{sources}}', '{{source}}')).toBe(board.source.offline);
});

test.each(languages)('the dots of a running action follow its word in one way in $name', ({ code }) => {
  const files = globSync(`web/**/${code}.json`, { cwd: sourceFolder });
  const texts = files.flatMap((file) => readFileSync(join(sourceFolder, file), 'utf8').match(/[^"]*…"/g) ?? []);
  const hasBlank = texts.map((text) => /(\s|\\u00a0)…"$/.test(text));
  expect(new Set(hasBlank).size, texts.join(' ')).toBeLessThanOrEqual(1);
});
