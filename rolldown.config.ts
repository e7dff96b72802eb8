/** Bundles the server into dist/server, with the files that it reads at run time (decision 013). */
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const source = 'src/server';

/** The files stay at their paths: see src/server/shared/server-files.ts. */
const copyFiles: Plugin = {
  name: 'room-status:copy-files',
  writeBundle: ({ dir = '' }) => {
    const files = globSync('**/*.*', { cwd: source, exclude: ['**/*.ts', 'tsconfig.json'] });
    for (const file of files) cpSync(join(source, file), join(dir, file));
  },
};

export default defineConfig({
  input: {
    'app/main': `${source}/app/main.ts`,
    'app/room-status': `${source}/app/room-status.ts`,
    'database/backup-worker': `${source}/database/backup-worker.ts`,
    'hierarchy/home-file-worker': `${source}/hierarchy/home-file-worker.ts`,
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
