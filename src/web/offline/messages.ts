/** What the page tells the service worker: use the new version now. */
export const skipWaiting = 'skip-waiting';
