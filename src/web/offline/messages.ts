/** Messages from the page to the service worker. */

/** Activate the new version now. */
export const skipWaitingMessage = 'skip-waiting';
/** Control this page too. It was loading while the worker activated, so the worker missed it. */
export const claimClientsMessage = 'claim';
