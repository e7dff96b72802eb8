/** Reads the files of deploy/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod/mini';

export const deployFolder = join(import.meta.dirname, '../../deploy');

/** Returns the YAML documents of a file. Throws at the first error or warning. */
export function readDocuments(path: string): readonly unknown[] {
  const documents = parseAllDocuments(readFileSync(join(deployFolder, path), 'utf8'), { merge: true, strict: true });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw new Error(`${path}: ${problem.message}`);
    const value: unknown = document.toJS();
    return value;
  });
}

/** The settings of the systemd service. */
export function readServiceSettings(): Readonly<Record<string, string>> {
  const text = readFileSync(join(deployFolder, 'systemd/settings'), 'utf8');
  return z.parse(z.record(z.string(), z.string()), parseEnv(text));
}

/** The settings in the table of the README, in its order without repetition. */
export function readDocumentedSettings(): readonly string[] {
  const guide = readFileSync(join(deployFolder, '../README.md'), 'utf8');
  const rows = /^## Configuration$(.*?)^## /ms.exec(guide)?.[1]?.match(/^\| `[A-Z].*?\|/gm) ?? [];
  return rows.flatMap((row) => row.match(/[A-Z][A-Z_]+/g) ?? []);
}
