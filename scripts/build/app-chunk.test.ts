import { expect, test } from 'vitest';
import { appChunkName } from './app-chunk.mjs';

/** The importers of each module. */
const importersOf: Readonly<Record<string, readonly string[]>> = {
  '/src/web/app/main.tsx': ['/src/web/index.html'],
  '/src/web/app/root.tsx': ['/src/web/app/main.tsx'],
  // Imported dynamically, which is not among the importers.
  '/src/web/app/app.tsx': [],
  '/src/web/app/routes.tsx': ['/src/web/app/app.tsx'],
  '/src/web/app/place-lists.tsx': [],
  'D:\\src\\web\\api\\call.ts': ['/src/web/app/routes.tsx', '/src/web/app/place-lists.tsx'],
  '/src/web/ui/icons.tsx': ['/src/web/app/routes.tsx', '/src/web/app/root.tsx'],
};

test.each([
  ['the app', '/src/web/app/app.tsx', 'app'],
  ['a module of the app that a later page needs too', 'D:\\src\\web\\api\\call.ts', 'app'],
  ['a module that the login page needs too', '/src/web/ui/icons.tsx', null],
  ['a later page', '/src/web/app/place-lists.tsx', null],
  ['the entry', '/src/web/app/main.tsx', null],
])('%s is in the chunk that the bundler is asked for', (_, id, chunk) => {
  const getModuleInfo = (module: string) => ({ importers: importersOf[module] ?? [] });
  expect(appChunkName(id, { getModuleInfo })).toBe(chunk);
});
