/** Another copy of the project with a version of its own, as a new build is. */
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const root = join(import.meta.dirname, '../../..');
const Package = z.looseObject({ version: z.string() });

/** Makes it in the folder. */
export async function copyBuild(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'src'), join(folder, 'src'), { recursive: true });
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(folder, name));
  const description = Package.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...description, version }));
}
