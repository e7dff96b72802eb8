/**
 * The entry point of the web app. It is small, so that the texts of the language and the code of the page are requested at
 * the same time. No other module has side effects on import.
 */
import { isBoardPath } from '../home/lists/board-path.ts';
import { loginPath } from '../identity/paths.ts';
import { loadCatalogue } from '../language/catalogues.ts';
import { createPageLanguage } from '../language/page-language.ts';
import { loadPageTexts } from '../language/page-texts.ts';

const language = createPageLanguage(window);
const texts = loadPageTexts(language, { load: loadCatalogue, documentElement: document.documentElement });
loadPage(location.pathname);
// NOTE: do not `await` this import. start.tsx shares code with main.ts and waits until main.ts has run, so each of them
// would wait for the other.
void import('./start.tsx').then(({ start }) => start(language, texts));

/**
 * Requests the code of a page before it is rendered. An error is ignored here, because the later import of the same
 * module reports it.
 */
function loadPage(path: string): void {
  if (path === loginPath) return;
  const ignore = () => undefined;
  import('./app.tsx').catch(ignore);
  if (isBoardPath(path)) import('../board/boards.tsx').catch(ignore);
  else import('../board/lists/place-lists.tsx').catch(ignore);
}
