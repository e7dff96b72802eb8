/** Reads the files of deploy/. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const deployFolder = join(import.meta.dirname, '../../deploy');

/** Throws at the first mistake of any of its documents. */
export function readDocuments(path: string): readonly unknown[] {
  const documents = parseAllDocuments(readFileSync(join(deployFolder, path), 'utf8'), { merge: true, strict: true });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const [mistake] = [...document.errors, ...document.warnings];
    if (mistake !== undefined) throw new Error(`${path}: ${mistake.message}`);
    const value: unknown = document.toJS();
    return value;
  });
}

export function yamlFilesOf(folder: string): readonly string[] {
  return readdirSync(join(deployFolder, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name));
}
