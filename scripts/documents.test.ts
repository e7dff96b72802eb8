import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readBuiltInPreset } from '../src/server/equipment/connection-entry.ts';
import { Preset } from '../src/server/equipment/preset-format/preset.ts';
import { readYamlHome } from '../src/server/home/home-file/format/read-yaml.ts';

const root = join(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md', 'lab/**/*.md', 'src/**/*.md'], { cwd: root });
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const withoutCode = (text: string) => text.replace(/```[^]*?```/g, '');
const exampleOf = (path: string, language: string) =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(read(path))?.[1] ?? '';

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

function isBroken(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(root, target))) return true;
  const headings = anchor === undefined ? [] : withoutCode(read(target)).matchAll(/^#+ (.*)$/gm);
  return anchor !== undefined && ![...headings].some(([, heading = '']) => anchorOf(heading) === anchor);
}

test.each(documents)('each link of %s leads to a file and a heading that exist', (document) => {
  const links = [...withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !/^https?:/.test(link) && isBroken(document, link))).toEqual([]);
});

const guides = ['ARCHITECTURE.md', 'CONTRIBUTING.md'];
const files = globSync(['{src,tests,scripts,lab,deploy}/**/*', '*'], { cwd: root });

const code = files
  .filter((file) => /\.(?:tsx?|mjs|css|sql|json)$/.test(file))
  .map(read)
  .join('\n');

test.each(guides)('each file that %s names exists, also where it is named without its folder', (guide) => {
  const named = [...read(guide).matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|yaml|sql))`/g)].map(([, name = '']) => name);
  const isMissing = (name: string) => !files.some((file) => `/${file}`.endsWith(`/${name}`));
  expect(named.filter(isMissing)).toEqual([]);
});

/** Names in examples of the guides for something new, which the code does not contain. */
const examples = ['transferred'];

test.each(guides)('each function, type and constant that %s names is in the code', (guide) => {
  const names = [...read(guide).matchAll(/`([A-Za-z]\w{3,})`/g)].map(([, name = '']) => name);
  const isMissing = (name: string) => !examples.includes(name) && !code.includes(name);
  expect(names.filter(isMissing)).toEqual([]);
});

test('a decision has at most 150 words', () => {
  const decisions = documents.filter((path) => dirname(path) === join('docs', 'decisions'));
  expect(decisions.filter((path) => read(path).trim().split(/\s+/).length > 150)).toEqual([]);
});

test('the examples in docs/reference are a valid home file and a valid preset', () => {
  expect(readYamlHome(exampleOf('docs/reference/home-file.md', 'yaml'))).not.toHaveLength(0);
  const preset = Preset.parse(JSON.parse(exampleOf('docs/reference/preset-format.md', 'json')));
  expect(Object.keys(preset)).toEqual(expect.arrayContaining(Object.keys(readBuiltInPreset('esphome'))));
});
