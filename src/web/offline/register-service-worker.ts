/** Registers the service worker, which serves the page while the server is down. Also finds new versions of the app. */
import { createStore, type Store } from '../shared/create-store.ts';

export interface AppUpdate {
  /** A new version of the app that is installed and waits to be activated. */
  readonly waiting: Store<ServiceWorker | undefined>;
  /** Activates the new version and reloads the page. */
  apply(): void;
}

/** The interval at which the page checks for new versions, because a board stays open for weeks. */
const updateCheckIntervalMs = 60 * 60 * 1_000;
/** The delay before a failed first installation is repeated. The browser itself repeats it only after a reload. */
const installRetryDelayMs = 60 * 1_000;

export function registerServiceWorker(): AppUpdate {
  const waiting = createStore<ServiceWorker | undefined>(undefined);

  // An insecure page has no `navigator.serviceWorker`, although its type says that the property always exists.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    install(navigator.serviceWorker, waiting.set);
    void keepUpToDate(navigator.serviceWorker);
  }
  return {
    waiting,
    apply: () => {
      // Another tab has activated the new version.
      if (waiting.get()?.state !== 'installed') return location.reload();
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.get()?.postMessage('skip-waiting');
    },
  };
}

function install(container: ServiceWorkerContainer, onUpdateReady: (worker: ServiceWorker) => void): void {
  const onFailure = (reason: unknown) => {
    console.warn('The page will not load while the server is down, reason:', reason);
    setTimeout(() => install(container, onUpdateReady), installRetryDelayMs);
  };
  container
    .register('/service-worker.js')
    .then((registration) => observeInstallations(registration, onUpdateReady, onFailure))
    .catch(onFailure);
}

function observeInstallations(
  registration: ServiceWorkerRegistration,
  onUpdateReady: (worker: ServiceWorker) => void,
  onFailure: (reason: unknown) => void,
): void {
  let observed: ServiceWorker | null = null;
  const report = (worker: ServiceWorker | null) => {
    // The first service worker replaces no older version, so it is not an update.
    if (worker !== null && registration.active !== null) onUpdateReady(worker);
  };
  const observe = (worker: ServiceWorker | null) => {
    if (worker === null || worker === observed) return;
    observed = worker;
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') report(worker);
      if (worker.state === 'redundant' && registration.active === null) onFailure('one of its files did not load');
    });
  };
  report(registration.waiting);
  observe(registration.installing);
  registration.addEventListener('updatefound', () => observe(registration.installing));
}

async function keepUpToDate(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.ready;
  // Asks the new worker to control this page. Without this, a page that loaded before the worker activated is not
  // controlled.
  if (container.controller === null) registration.active?.postMessage('claim-clients');
  setInterval(() => void registration.update().catch(() => undefined), updateCheckIntervalMs);
}
