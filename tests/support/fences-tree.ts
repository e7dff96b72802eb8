/** Checks files in a temporary project with the real configuration of linter and compiler, to test the import rules. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, toolFile } from '../../scripts/setup/tools.mjs';

const layers = ['src/domain', 'src/contract', 'src/server', 'src/web'];

/** Returns the errors by path, with rules of the linter (`fences(arrows)`) and codes of the compiler (`TS2304`). */
export function findErrors(sources: readonly { readonly file: string; readonly source: string }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-fences-'));
  const configs = layers.map((layer) => `${layer}/tsconfig.json`);
  for (const path of ['package.json', '.oxlintrc.json', 'tsconfig.base.json', 'scripts/lint', ...configs]) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const { file, source } of sources) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${source}\n`);
  }
  const run = (file: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [file, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout;
  const lint = run(toolFile('oxlint'), '--format=unix', 'src');
  const types = run(toolFile('typescript', 'tsc'), '-b', '--pretty', 'false', ...layers);
  rmSync(folder, { recursive: true, force: true });
  const errors = new Map<string, string>();
  for (const [, path = '', text = ''] of `${lint}\n${types}`.matchAll(/^(src\/[^:(]+)[:(](.*)$/gm)) {
    errors.set(path, `${errors.get(path) ?? ''}${text}\n`);
  }
  return errors;
}
