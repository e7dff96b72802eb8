import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { manageCatalogues } from '../shell/use-texts.ts';

const folder = 'src/server/intake/equipment/presets';
const PresetFile = z.object({ roles: z.record(z.string(), z.object({ about: z.string() })) });

test('every role of a built-in preset has a hint in all languages, and the English one is that of the preset', () => {
  const hints = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const { roles } = PresetFile.parse(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')));
      const name = file.replace('.json', '');
      return Object.entries(roles).map(([role, { about }]) => [`${name}_${role}`, about] as const);
    });
  expect(manageCatalogues.en.equipment.hints).toEqual(Object.fromEntries(hints));
  for (const { equipment } of Object.values(manageCatalogues)) {
    expect(Object.keys(equipment.hints)).toEqual(Object.keys(manageCatalogues.en.equipment.hints));
  }
});
