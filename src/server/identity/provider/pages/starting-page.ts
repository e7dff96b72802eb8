/** The page that browsers show while the server is starting. It needs neither data nor a session. */
import type { LanguageCode } from '../../../../domain/language.ts';
import { html, type Html } from '../../../shared/text/html.ts';
import { renderPageFrame, type PageAssets } from './page-frame.ts';
import { formatWait, pageWords } from './page-words.ts';
import { fillPlaceholders } from '../../../shared/text/fill-placeholders.ts';

interface StartingPageOptions {
  readonly assets: PageAssets;
  readonly language: LanguageCode;
  /** The migration that runs. Undefined: the server waits for its database. */
  readonly migration: { readonly step: number; readonly count: number } | undefined;
  readonly elapsedMs: number;
}

export function renderStartingPage({ assets, language, migration, elapsedMs }: StartingPageOptions): Html {
  const words = pageWords[language];
  const title = migration === undefined ? words.databaseAway : words.updating;
  return renderPageFrame({
    assets,
    language,
    title,
    content: html`<p>${words.updatingText}</p>
      ${migration === undefined ? undefined : progress(migration)}`,
  });

  function progress({ step, count }: { readonly step: number; readonly count: number }): Html {
    const wait = formatWait(elapsedMs, language);
    const line = fillPlaceholders(words.updatingStep, { step: String(step), count: String(count), wait });
    // The progress bar shows the completed steps, without the step that is running.
    return html`<p>
      <progress aria-label="${words.updating}" value="${String(step - 1)}" max="${String(count)}"></progress><br />
      ${line}
    </p>`;
  }
}
