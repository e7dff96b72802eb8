import { expect, test } from 'vitest';
import { chunkName } from './chunk-name.mjs';

/** The importers of each module. */
const importersOf: Readonly<Record<string, readonly string[]>> = {
  '/src/web/app/main.ts': ['/src/web/index.html'],
  // Imported dynamically, which is not among the importers.
  '/src/web/app/start.tsx': [],
  '/src/web/app/app.tsx': [],
  '/src/web/app/root.tsx': ['/src/web/app/start.tsx'],
  '/src/web/identity/paths.ts': ['/src/web/app/main.ts', '/src/web/app/routes.tsx'],
  '/src/web/app/routes.tsx': ['/src/web/app/app.tsx'],
  '/src/web/app/place-lists.tsx': [],
  '/src/web/app/boards.tsx': [],
  '/src/web/rooms/ward-page.tsx': ['/src/web/app/boards.tsx'],
  '/src/web/rooms/live.ts': ['/src/web/rooms/ward-page.tsx', '/src/web/rooms/follow-counts.ts'],
  // The lists import it dynamically.
  '/src/web/rooms/follow-counts.ts': [],
  '/src/web/ui/card-grid.tsx': ['/src/web/app/place-lists.tsx', '/src/web/rooms/ward-page.tsx'],
  'D:\\src\\web\\api\\call.ts': ['/src/web/app/routes.tsx', '/src/web/app/place-lists.tsx'],
  '/src/web/ui/icons.tsx': ['/src/web/app/routes.tsx', '/src/web/app/root.tsx'],
};

test.each([
  ['the app', '/src/web/app/app.tsx', 'app'],
  ['a module of the app that a later page needs too', 'D:\\src\\web\\api\\call.ts', 'app'],
  ['a module that the login page needs too', '/src/web/ui/icons.tsx', 'start'],
  ['a later page', '/src/web/app/place-lists.tsx', null],
  ['a board', '/src/web/rooms/ward-page.tsx', 'boards'],
  ['a module of a board that a list needs after its first paint', '/src/web/rooms/live.ts', 'boards'],
  ['a module that lists and boards need', '/src/web/ui/card-grid.tsx', 'app'],
  ['a module that the entry needs too', '/src/web/identity/paths.ts', null],
  ['the entry', '/src/web/app/main.ts', null],
  ['the start of the page', '/src/web/app/start.tsx', 'start'],
])('the name of the chunk of %s', (_, id, chunk) => {
  const getModuleInfo = (module: string) => ({ importers: importersOf[module] ?? [] });
  expect(chunkName(id, { getModuleInfo })).toBe(chunk);
});
