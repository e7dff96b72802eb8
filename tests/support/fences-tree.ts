/** Creates a temporary project with the real configuration of linter and compiler, to test the import rules. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, toolFile } from '../../scripts/setup/tools.mjs';

const layers = ['domain', 'contract', 'server', 'web'] as const;

export type FencesTree = ReturnType<typeof createFencesTree>;

export function createFencesTree() {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-fences-'));
  const configs = layers.map((layer) => `src/${layer}/tsconfig.json`);
  for (const path of ['package.json', '.oxlintrc.json', 'tsconfig.base.json', 'scripts/lint', ...configs]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');

  function run(file: string, args: readonly string[]): string {
    return spawnSync(process.execPath, [file, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout;
  }

  return {
    /** Writes a file; the path is relative to the tree. */
    write(path: string, source: string) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${source}\n`);
    },
    /** Runs the linter and the compiler. Returns their errors by path, with rules (`fences(arrows)`) and codes (`TS2304`). */
    check() {
      const lint = run(toolFile('oxlint'), ['--format=unix', 'src']);
      const types = run(toolFile('typescript', 'tsc'), [
        '-b',
        '--pretty',
        'false',
        ...layers.map((layer) => `src/${layer}`),
      ]);
      const findings = new Map<string, string>();
      for (const [, path = '', text = ''] of `${lint}\n${types}`.matchAll(/^(src\/[^:(]+)[:(](.*)$/gm)) {
        findings.set(path, `${findings.get(path) ?? ''}${text}\n`);
      }
      return findings;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
