/** A newer version of the app that is there and waits to be used. */
export interface AppUpdate {
  readonly isReady: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the page again, in its new version. */
  apply(): void;
}
