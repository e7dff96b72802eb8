/** `npm run requirements`: lists the numbered requirements that no test title names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf, requirementIdsOf } from './requirements/coverage.mjs';
import { testTitlesOf } from './requirements/test-titles.mjs';
import { runScript } from './setup/progress.mjs';
import { root } from './setup/tools.mjs';

const isTestFile = /\.(test|spec)\.tsx?$/;

await runScript(async () => {
  const document = readFileSync(join(root, 'docs', 'requirements.md'), 'utf8');
  const ids = requirementIdsOf(document);
  const files = ['src', 'tests'].flatMap(testFilesIn);
  const titles = files.flatMap((file) => testTitlesOf(file, readFileSync(file, 'utf8')));
  const { missing, unknown } = coverageOf(ids, titles);
  for (const line of document.split('\n').filter((text) => missing.some((id) => text.startsWith(`- ${id} `)))) {
    console.log(line);
  }
  if (unknown.length > 0) console.log(`Test titles name requirements that do not exist: ${unknown.join(', ')}`);
  console.log(
    `${ids.length - missing.length} of ${ids.length} requirements are covered by ${titles.length} tests, ${missing.length} are not.`,
  );
  return ids.length === 0 || missing.length + unknown.length > 0 ? 1 : 0;
});

/** @param {string} folder */
function testFilesIn(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => isTestFile.test(name)).map((name) => join(root, folder, name));
}
