/** Registers the service worker, which serves the page while the server is down. Also finds new versions of the app. */

/** A new version of the app that is installed and waits to be activated. */
export interface AppUpdate {
  readonly isReady: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Activates the new version and reloads the page. */
  apply(): void;
}

/** A board stays open for weeks, so the page checks for new versions at this interval. */
const updateCheckIntervalMs = 60 * 60 * 1_000;
/** The browser repeats a failed first installation only after a reload, so the page repeats it after this delay. */
const installRetryDelayMs = 60 * 1_000;

export function registerServiceWorker(): AppUpdate {
  const listeners = new Set<() => void>();
  let waiting: ServiceWorker | undefined;

  function onUpdateReady(worker: ServiceWorker): void {
    waiting = worker;
    for (const listener of listeners) listener();
  }

  // An insecure page has no `navigator.serviceWorker`, although its type says that the property always exists.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    install(navigator.serviceWorker, onUpdateReady);
    void keepUpToDate(navigator.serviceWorker);
  }
  return {
    isReady: () => waiting !== undefined,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply: () => {
      if (waiting === undefined) return;
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage('skip-waiting');
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
  // The service worker does not control a page that was loading while the worker activated, until the page asks for it.
  if (container.controller === null) registration.active?.postMessage('claim-clients');
  setInterval(() => void registration.update().catch(() => undefined), updateCheckIntervalMs);
}
