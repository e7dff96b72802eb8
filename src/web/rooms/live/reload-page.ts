export function reloadPage(): void {
  location.reload();
}

const pageCheckTimeoutMs = 2_000;

/**
 * Whether a reload would end in a page. It always does with the service worker in control. Without it
 * the server is asked first, because the error page of the browser would replace the last known rooms.
 */
export async function canReload(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true;
  try {
    const signal = AbortSignal.timeout(pageCheckTimeoutMs);
    // A gateway may answer while the server is away, but not with status 200.
    const { ok } = await fetch(location.origin, { method: 'HEAD', cache: 'no-store', signal });
    return ok;
  } catch {
    return false;
  }
}
