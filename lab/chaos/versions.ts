/** Other versions of the product, to which and from which servers are updated. */
import { execFileSync } from 'node:child_process';
import { cp, glob, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '../..');
const migrationsFolder = 'src/server/database/migrations';

/** A migration that adds a column to each table, on one line, because lines end statements. */
const columnEverywhere = `do $$ declare name text; begin for name in select table_name from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE' loop
  execute format('alter table %I add column of_the_next_version integer', name); end loop; end $$;`;

/** Copies the built project with another version number, as a new release would have. */
export async function copyProject(folder: string, version: string): Promise<void> {
  await cp(join(projectRoot, 'dist/server'), join(folder, 'dist/server'), { recursive: true });
  for (const name of ['node_modules', 'dist/web']) await symlink(join(projectRoot, name), join(folder, name));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', version }));
}

/** Adds a migration to a copied project, as a new release would have. */
export async function addMigration(folder: string): Promise<void> {
  const name = '999-next.sql';
  const server = join(folder, 'dist/server');
  await writeFile(join(server, 'database/migrations', name), `${columnEverywhere.replaceAll(/\s+/g, ' ')}\n`);
  for await (const file of glob(join(server, '{app,chunks}/*.js'))) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/(migrations = \[[^\]]*?)\s*\]/, `$1, "${name}"]`));
  }
}

/**
 * Builds the server of an older commit: CHAOS_FROM, or the one before the newest migration, so that an update from it
 * has a migration. Returns its folder. Throws without the history of the repository.
 */
export async function buildOlderVersion(folder: string): Promise<string> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, maxBuffer: 2 ** 30 });
  const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', `${migrationsFolder}/*.sql`);
  const commit = process.env['CHAOS_FROM'] ?? `${newest.toString().trim()}^`;
  const release = join(folder, 'release-older');
  await mkdir(join(release, 'dist'), { recursive: true });
  execFileSync('tar', ['-x', '-C', release], { input: git('archive', commit) });
  for (const name of ['node_modules', 'dist/web']) await symlink(join(projectRoot, name), join(release, name));
  const bundler = join(projectRoot, 'node_modules/.bin/rolldown');
  execFileSync(bundler, ['--config', '--logLevel', 'warn'], { cwd: release });
  return release;
}
