import { expect, test } from 'vitest';
import { coverageOf, requirementIdsOf } from './coverage.mjs';
import { testTitlesOf } from './test-titles.mjs';

test('a requirement is a list item that begins with an id such as LIVE-1', () => {
  const document =
    '# Numbers\n## LIVE: live\n- LIVE-1 one, see LIVE-9\n- LIVE-12 twelve\n  - NOT-1 nested\nAPI-1 prose\n';
  expect(requirementIdsOf(document)).toEqual(['LIVE-1', 'LIVE-12']);
});

test('an id that no title names is missing, and an id that the document lacks is unknown', () => {
  const titles = ['[LIVE-1] [LIVE-2] both', 'LIVE-3 without brackets', '[LIVE-44] a typing error'];
  expect(coverageOf(['LIVE-1', 'LIVE-2', 'LIVE-3', 'LIVE-4'], titles)).toEqual({
    missing: ['LIVE-3', 'LIVE-4'],
    unknown: ['LIVE-44'],
  });
});

test('titles are read from test calls only, not from comments, groups, steps or strings', () => {
  const source = `
    // test('[A-1] in a comment', () => {})
    const text = "test('[A-2] in a string')";
    describe('[A-3] a group', () => {
      test('[A-4] real', () => { expect('[A-5]').toBe(1); });
    });
    test.describe('[A-6] a group', () => { it(\`[A-7] with \${text} in it\`, async ({ page }) => { await test.step('[A-8]', () => {}); }); });
    contest('[A-9] another word');
    test.each([1, 2])('[A-10] %i', () => {});
    test('[A-11] ' + 'joined', { tag: '@slow' }, () => {});
    test.beforeEach('[A-12] prepares', () => {});
    test.skipIf(text)('[A-13] conditional', () => {});
  `;
  expect(testTitlesOf('some.test.ts', source)).toEqual([
    '[A-4] real',
    '[A-7] with  in it',
    '[A-10] %i',
    '[A-11] joined',
    '[A-13] conditional',
  ]);
});

test('titles of skipped tests are not read', () => {
  const source = `
    test.skip('[B-1] skipped', () => {});
    it.todo('[B-2] some day');
    test.fixme('[B-3] broken', () => {});
    describe.skip('not now', () => { test('[B-4] within', () => {}); });
    test('[B-5] runs', () => {});
  `;
  expect(testTitlesOf('some.spec.ts', source)).toEqual(['[B-5] runs']);
});

test('a test file with a syntax error is an error, not a file without tests', () => {
  expect(() => testTitlesOf('broken.test.ts', "test('[A-1] x'")).toThrow(/broken\.test\.ts/);
});
