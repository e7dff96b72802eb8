import { expect, test } from 'vitest';
import { chunkName } from './chunk-name.mjs';

/** The importers of each module, by path. */
const importersOf: Readonly<Record<string, readonly string[]>> = {
  '/src/web/app/main.ts': ['/src/web/index.html'],
  // The module is imported dynamically, and such imports are not among the importers.
  '/src/web/app/start.tsx': [],
  '/src/web/app/app.tsx': [],
  '/src/web/app/root.tsx': ['/src/web/app/start.tsx'],
  '/src/web/identity/paths.ts': ['/src/web/app/main.ts', '/src/web/app/routes.tsx'],
  '/src/web/app/routes.tsx': ['/src/web/app/app.tsx'],
  '/src/web/board/lists/place-lists.tsx': [],
  '/src/web/board/boards.tsx': [],
  '/src/web/board/ward-page.tsx': ['/src/web/board/boards.tsx'],
  '/src/web/board/live.ts': ['/src/web/board/ward-page.tsx', '/src/web/board/follow-counts.ts'],
  // The lists of places import this module dynamically.
  '/src/web/board/follow-counts.ts': [],
  '/src/web/ui/card-grid.tsx': ['/src/web/board/lists/place-lists.tsx', '/src/web/board/ward-page.tsx'],
  'D:\\src\\web\\api\\call.ts': ['/src/web/app/routes.tsx', '/src/web/board/lists/place-lists.tsx'],
  '/src/web/language/fr/page.json': [],
  '/src/web/language/fr/rooms.json': [],
  '/src/web/language/fr/board.json': ['/src/web/board/ward-page.tsx'],
  '/src/web/ui/icons.tsx': ['/src/web/app/routes.tsx', '/src/web/app/root.tsx'],
};

test.each([
  ['the app', '/src/web/app/app.tsx', 'app'],
  ['a module of the app that a later page needs too', 'D:\\src\\web\\api\\call.ts', 'app'],
  ['a module that the login page needs too', '/src/web/ui/icons.tsx', 'start'],
  ['a later page', '/src/web/board/lists/place-lists.tsx', null],
  ['a board', '/src/web/board/ward-page.tsx', 'boards'],
  ['a module of a board that a list needs after its first paint', '/src/web/board/live.ts', 'boards'],
  ['a module that lists and boards need', '/src/web/ui/card-grid.tsx', 'app'],
  ['a module that the entry needs too', '/src/web/identity/paths.ts', null],
  ['the entry', '/src/web/app/main.ts', null],
  ['the texts of all pages in a language', '/src/web/language/fr/page.json', 'page-fr'],
  ['the texts of the administration in a language', '/src/web/language/fr/rooms.json', 'manage-fr'],
  ['the texts of a feature that is loaded with all its languages', '/src/web/language/fr/board.json', 'boards'],
  ['the start of the page', '/src/web/app/start.tsx', 'start'],
])('the name of the chunk of %s', (_, id, chunk) => {
  const getModuleInfo = (module: string) => ({ importers: importersOf[module] ?? [] });
  expect(chunkName(id, { getModuleInfo })).toBe(chunk);
});
