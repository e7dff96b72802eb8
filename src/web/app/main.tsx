/** The entry point of the web app. No other module has side effects on import. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPageLanguage } from '../language/page-language.ts';
import { TranslationProvider } from '../language/translation.tsx';
import { registerServiceWorker } from '../offline/register-service-worker.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import '../ui/theme.css';
import { CrashPage } from './crash-page.tsx';
import { Root } from './root.tsx';
import { createServices, type Services } from './services.ts';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

const services = start();
createRoot(root).render(
  <StrictMode>
    <TranslationProvider language={createPageLanguage(window)}>
      <ErrorBoundary fallback={<Crash />}>
        {services === undefined ? <Crash /> : <Root services={services} />}
      </ErrorBoundary>
    </TranslationProvider>
  </StrictMode>,
);

/** The crash page without the layout, because the layout itself may have crashed. */
function Crash() {
  return (
    <main>
      <CrashPage />
    </main>
  );
}

function start(): Services | undefined {
  try {
    const made = createServices(window, registerServiceWorker());
    void made.session.start();
    return made;
  } catch (error) {
    console.error('The page could not start, reason:', error);
    return undefined;
  }
}
