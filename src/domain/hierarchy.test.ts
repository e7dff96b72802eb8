import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortByDisplayName } from './hierarchy.ts';
import { languages } from './language.ts';

const named = (...names: string[]) => names.map((displayName, index) => ({ uuid: String(index), displayName }));
const sorted = (language: string, ...names: string[]) =>
  sortByDisplayName(named(...names), language).map((item) => item.displayName);

test('[LIST-12] Room 2 is sorted before Room 10', () => {
  expect(sorted('en', 'Room 10', 'Room 2', 'Room 1')).toEqual(['Room 1', 'Room 2', 'Room 10']);
});

test('[LIST-12] names are sorted by the rules of each language', () => {
  expect(sorted('sv', 'Öst', 'Zon', 'Ängen')).toEqual(['Zon', 'Ängen', 'Öst']);
  expect(sorted('de', 'Öst', 'Zon', 'Ängen')).toEqual(['Ängen', 'Öst', 'Zon']);
  expect(sorted('da', 'Åen', 'Ærø', 'Ørsted', 'Zoo')).toEqual(['Zoo', 'Ærø', 'Ørsted', 'Åen']);
});

test('[LIST-12] the sorted order does not depend on the order of the input', () => {
  const names = fc.array(fc.constantFrom('Room 1', 'room 1', 'Éva', 'Eva', 'Zimmer 12', 'Zimmer 2'));
  const language = fc.constantFrom(...languages.map(({ code }) => code));
  fc.assert(
    fc.property(names, language, (list, code) => {
      const items = named(...list);
      expect(sortByDisplayName(items.toReversed(), code)).toEqual(sortByDisplayName(items, code));
    }),
  );
});
