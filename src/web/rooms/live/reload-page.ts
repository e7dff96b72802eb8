/** The reload that the specification asks for, and whether it would end in a page at all. */

export function reloadPage(): void {
  location.reload();
}

/**
 * With the offline shell in control the page always comes back. Without it a reload while the server
 * is away would trade the last known rooms for the browser's error page, so the server is asked first.
 */
export async function canReload(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true;
  try {
    const signal = AbortSignal.timeout(2_000);
    // A gateway answers for a server that is away, but not with the page.
    const { ok } = await fetch(location.origin, { method: 'HEAD', cache: 'no-store', signal });
    return ok;
  } catch {
    return false;
  }
}
