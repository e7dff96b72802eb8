/** `npm run requirements`: lists the numbered requirements that no test title names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirementIdsOf, testedIdsOf } from './requirements/coverage.mjs';
import { root } from './setup/tools.mjs';

const document = readFileSync(join(root, 'docs', 'requirements.md'), 'utf8');
const ids = requirementIdsOf(document);
const tests = ['src', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
);
const tested = new Set(tests.flatMap(testedIdsOf));
const missing = ids.filter((id) => !tested.has(id));
const unknown = [...tested].filter((id) => !ids.includes(id));
for (const line of document.split('\n')) {
  if (missing.some((id) => line.startsWith(`- ${id} `))) console.log(line);
}
if (unknown.length > 0) console.log(`Test titles name requirements that do not exist: ${unknown.join(', ')}`);
console.log(`${ids.length - missing.length} of ${ids.length} requirements are named by a test title.`);
process.exitCode = ids.length === 0 || missing.length + unknown.length > 0 ? 1 : 0;
