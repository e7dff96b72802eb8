/**
 * Reports attempts to leave a page with unsaved changes. The router of this app cannot block navigations, so links are
 * stopped at the click, and Back reaches an additional history entry with the same address.
 */
interface LeaveAttempts {
  /** A click on a link of this app was stopped. */
  readonly onLink: (address: string) => void;
  /** Back was pressed, and the page is still shown. */
  readonly onBack: () => void;
}

export interface HistoryGuard {
  /** Ends the guard. The page stays open, or was left by a navigation that replaced its history entry. */
  end(): void;
  /** Ends the guard and goes back to the previous page. */
  goBack(): void;
}

export function guardHistory(page: Window, { onLink, onBack }: LeaveAttempts): HistoryGuard {
  const ending = new AbortController();
  const { signal } = ending;
  const pageState = asObject(page.history.state);
  const addEntry = () => page.history.pushState({ ...pageState, isUnsavedEntry: true }, '');
  // After a save that leads to another page, this guard ends only when that page is painted.
  const isLeft = () => asObject(page.history.state)['isUnsavedEntry'] !== true;
  addEntry();
  page.addEventListener('beforeunload', (event) => isLeft() || event.preventDefault(), { signal });
  page.addEventListener(
    'popstate',
    () => {
      addEntry();
      onBack();
    },
    { signal },
  );
  page.document.addEventListener(
    'click',
    (event) => {
      const address = addressOfClick(event, page.location.origin);
      if (address === undefined || isLeft()) return;
      event.preventDefault();
      event.stopPropagation();
      onLink(address);
    },
    { signal, capture: true },
  );
  return {
    end: () => {
      if (signal.aborted) return;
      ending.abort();
      if (!isLeft()) page.history.back();
    },
    goBack: () => {
      ending.abort();
      page.history.go(-2);
    },
  };
}

/** The address within this app to which a click would lead. Undefined: the click leaves this page open. */
function addressOfClick(event: MouseEvent, origin: string): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return undefined;
  return link.origin === origin ? link.pathname + link.search + link.hash : undefined;
}

function asObject(state: unknown): Readonly<Record<string, unknown>> {
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
