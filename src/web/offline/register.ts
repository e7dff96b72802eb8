/** Registers the service worker, which lets the page load while the server is away, and watches for newer versions. */
import type { AppUpdate } from './app-update.ts';
import { skipWaiting } from './messages.ts';

/** A board stays open for weeks: it asks by itself whether there is a newer version. */
const checkEveryMs = 60 * 60 * 1_000;

export function registerServiceWorker(): AppUpdate {
  const listeners = new Set<() => void>();
  let waiting: ServiceWorker | undefined;

  function found(worker: ServiceWorker): void {
    waiting = worker;
    for (const listener of listeners) listener();
  }

  // Not there on an insecure page, whatever the types say.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    watch(navigator.serviceWorker, found).catch((error: unknown) => {
      console.warn('The page will not load while the server is away, reason:', error);
    });
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

async function watch(container: ServiceWorkerContainer, found: (worker: ServiceWorker) => void): Promise<void> {
  const registration = await container.register('/service-worker.js');
  const report = (worker: ServiceWorker | null) => {
    // The very first one has nothing to replace: it is no update.
    if (worker !== null && container.controller !== null) found(worker);
  };
  report(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') report(installing);
    });
  });
  setInterval(() => void registration.update().catch(() => undefined), checkEveryMs);
}
