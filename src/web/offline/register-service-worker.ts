/** Registers the service worker, which lets the page load while the server is away, and watches for newer versions. */
import type { AppUpdate } from './app-update.ts';
import { claim, skipWaiting } from './messages.ts';

/** A board stays open for weeks: it asks by itself whether there is a newer version. */
const checkEveryMs = 60 * 60 * 1_000;
/** A file that could not be had ends the first installation, and the browser does not try again before a reload. */
const retryAfterMs = 60 * 1_000;

export function registerServiceWorker(): AppUpdate {
  const listeners = new Set<() => void>();
  let waiting: ServiceWorker | undefined;

  function found(worker: ServiceWorker): void {
    waiting = worker;
    for (const listener of listeners) listener();
  }

  // Not there on an insecure page, whatever the types say.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    install(navigator.serviceWorker, found);
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
      waiting.postMessage(skipWaiting);
    },
  };
}

function install(container: ServiceWorkerContainer, found: (worker: ServiceWorker) => void): void {
  const onFailure = (reason: unknown) => {
    console.warn('The page will not load while the server is away, reason:', reason);
    setTimeout(() => install(container, found), retryAfterMs);
  };
  container
    .register('/service-worker.js')
    .then((registration) => watch(registration, found, onFailure))
    .catch(onFailure);
}

function watch(
  registration: ServiceWorkerRegistration,
  found: (worker: ServiceWorker) => void,
  onFailure: (reason: unknown) => void,
): void {
  let followed: ServiceWorker | null = null;
  const report = (worker: ServiceWorker | null) => {
    // The very first one has nothing to replace: it is no update.
    if (worker !== null && registration.active !== null) found(worker);
  };
  const follow = (worker: ServiceWorker | null) => {
    if (worker === null || worker === followed) return;
    followed = worker;
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') report(worker);
      if (worker.state === 'redundant' && registration.active === null) onFailure('a file of it could not be had');
    });
  };
  report(registration.waiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

async function keepUpToDate(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.ready;
  // A page that was on its way while the worker started was overlooked by it, and would be so until a reload.
  if (container.controller === null) registration.active?.postMessage(claim);
  setInterval(() => void registration.update().catch(() => undefined), checkEveryMs);
}
