interface LeaveHandlers {
  /** Called in place of the navigation when the user follows a link to a page of this app. */
  readonly onLink: (address: string) => void;
  /** Called in place of the navigation when the user goes back or forward. `leave` continues the navigation. */
  readonly onBack: (leave: () => void) => void;
}

/** Intercepts navigation away from a page with unsaved changes. Returns a function that stops it. */
export function watchLeaving(page: Window & typeof globalThis, { onLink, onBack }: LeaveHandlers): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  page.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
  page.document.addEventListener(
    'click',
    (event) => {
      const address = addressOfClick(event, page.location.origin);
      if (address === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      onLink(address);
    },
    { signal, capture: true },
  );
  const stopTraversal = (event: NavigateEvent) => {
    if (event.navigationType !== 'traverse' || !event.cancelable) return;
    event.preventDefault();
    onBack(() => {
      ending.abort();
      page.navigation.traverseTo(event.destination.key);
    });
  };
  // NOTE: browsers before 2026 have no Navigation API. In these browsers Back loses the changes without a question.
  if ('navigation' in page) page.navigation.addEventListener('navigate', stopTraversal, { signal });
  return () => ending.abort();
}

/** The address within this app that a click would open. Undefined: the page stays open. */
function addressOfClick(event: MouseEvent, origin: string): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return undefined;
  return link.origin === origin ? link.pathname + link.search + link.hash : undefined;
}
