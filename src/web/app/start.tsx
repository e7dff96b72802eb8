/** Starts the web app. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageLanguage } from '../language/page-language.ts';
import type { PageTexts } from '../language/page-texts.ts';
import { TranslationProvider } from '../language/translation.tsx';
import { registerServiceWorker } from '../offline/register-service-worker.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import '../ui/theme.css';
import { CrashPage } from './crash-page.tsx';
import { Root } from './root.tsx';
import { createServices, type Services } from './services.ts';

export async function start(language: PageLanguage, loadingTexts: Promise<PageTexts>): Promise<void> {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('index.html has no #root');
  // The services start before the texts are loaded: the alarm of a reloaded board must sound until the board is shown.
  const services = startServices();
  const texts = await loadingTexts;
  createRoot(root).render(
    <StrictMode>
      <TranslationProvider language={language} texts={texts}>
        <ErrorBoundary fallback={<Crash />}>
          {services === undefined ? <Crash /> : <Root services={services} />}
        </ErrorBoundary>
      </TranslationProvider>
    </StrictMode>,
  );
  onFirstPaint(() => void texts.loadAll());
}

/** The crash page without the layout, because the layout itself may have failed. */
function Crash() {
  return (
    <main>
      <CrashPage />
    </main>
  );
}

function startServices(): Services | undefined {
  try {
    const made = createServices(window, registerServiceWorker());
    void made.session.start();
    return made;
  } catch (error) {
    console.error('The page could not start, reason:', error);
    return undefined;
  }
}

function onFirstPaint(listener: () => void): void {
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    listener();
  });
  observer.observe({ type: 'paint', buffered: true });
}
