/**
 * The entry point of the web app. It is small, so that the texts of the language and the code of the page are requested at
 * the same time. No other module has side effects on import.
 */
import { isBoardPath } from '../hierarchy/board-path.ts';
import { loginPath } from '../identity/paths.ts';
import { loadCatalogue } from '../language/catalogues.ts';
import { createPageLanguage } from '../language/page-language.ts';
import { loadPageTexts } from '../language/page-texts.ts';

const language = createPageLanguage(window);
const texts = loadPageTexts(language, { load: loadCatalogue, documentElement: document.documentElement });
loadPage(location.pathname);
// NOTE: not `await`: a module that shares code with this one would wait for it, and it for that module.
void import('./start.tsx').then(({ start }) => start(language, texts));

/** Requests the code of a page before it is rendered. A failure is shown when the page imports the same module then. */
function loadPage(path: string): void {
  if (path === loginPath) return;
  const ignore = () => undefined;
  import('./app.tsx').catch(ignore);
  if (isBoardPath(path)) import('./boards.tsx').catch(ignore);
  else import('./place-lists.tsx').catch(ignore);
}
