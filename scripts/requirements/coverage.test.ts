import { expect, test } from 'vitest';
import { requirementIdsOf, testedIdsOf } from './coverage.mjs';

test('a requirement is a list item that begins with an id such as LIVE-1', () => {
  const document =
    '# Numbers\n## LIVE: live\n- LIVE-1 one, see LIVE-9\n- LIVE-12 twelve\n  - NOT-1 nested\nAPI-1 prose\n';
  expect(requirementIdsOf(document)).toEqual(['LIVE-1', 'LIVE-12']);
});

test('requirement ids are read from the titles of tests, not from comments, groups, steps or skipped tests', () => {
  const source = `
    // [A-1] in a comment
    describe('[A-3] a group', () => {
      test('[A-4] real', () => {});
    });
    test.describe('[A-6] a group', () => { it(\`[A-7] [A-8] two\`, async () => { await test.step('[A-9]', () => {}); }); });
    test.each([1, 2])(
      '[A-10] %i',
      () => {},
    );
    test.skip('[A-11] skipped', () => {});
    it.todo('[A-12] some day');
    test.fixme('[A-13] broken', () => {});
  `;
  expect(testedIdsOf(source)).toEqual(['A-4', 'A-7', 'A-8', 'A-10']);
});
