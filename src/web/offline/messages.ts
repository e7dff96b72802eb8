/** What the page tells the service worker: use the new version now. */
export const skipWaiting = 'skip-waiting';
/** What the page tells the service worker: take me over, I came while you were busy starting. */
export const claim = 'claim';
