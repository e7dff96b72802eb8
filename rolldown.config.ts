/** Bundles the server into dist/server, with the files that it reads at run time (decisions 007 and 133). */
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const source = 'src/server';

/** What the server reads of packages at run time: the binaries of SQLite for all platforms, and the fonts of its pages. */
const packageFiles = [
  'better-sqlite3/{package.json,LICENSE,lib/**/*.js,prebuilds/*.node}',
  '@fontsource/{open-sans,poppins}/{package.json,LICENSE,files/*-latin-{,ext-}[46]00-normal.woff2}',
];

/** The files stay at their paths: see src/server/shared/server-files.ts. */
const copyFiles: Plugin = {
  name: 'room-status:copy-files',
  writeBundle: ({ dir = '' }) => {
    const files = globSync('**/*.*', { cwd: source, exclude: ['**/*.ts', 'tsconfig.json'] });
    for (const file of files) cpSync(join(source, file), join(dir, file));
    for (const file of globSync(packageFiles, { cwd: 'node_modules' })) {
      cpSync(join('node_modules', file), join(dir, 'node_modules', file));
    }
  },
};

export default defineConfig({
  input: {
    'app/main': `${source}/app/main.ts`,
    'operator/room-status': `${source}/operator/room-status.ts`,
    'app/read-worker': `${source}/app/read-worker.ts`,
    'maintenance/backup-worker': `${source}/maintenance/backup-worker.ts`,
    'home/home-file-worker': `${source}/home/home-file-worker.ts`,
    'database/migrate-worker': `${source}/database/migrate-worker.ts`,
    'database/checkpoint-worker': `${source}/database/checkpoint-worker.ts`,
  },
  platform: 'node',
  // better-sqlite3 loads the binary beside it. pg loads pg-native only if it is installed.
  external: ['better-sqlite3', 'pg-native'],
  checks: { eval: false },
  plugins: [copyFiles],
  output: {
    dir: 'dist/server',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // V8 keeps the source in memory, with two bytes for each character if one of them needs two.
    charset: 'ascii',
    comments: false,
  },
});
