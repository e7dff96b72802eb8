/** The ports of the session: the provider, and the storage, locks and navigation of the browser. */
import type { AuthorizationRequest, Provider } from './provider.ts';
import type { TabChannel } from './tab-channel.ts';

export interface SignInRequest extends Pick<AuthorizationRequest, 'language' | 'username'> {
  readonly returnTo: string;
}

export interface SessionPorts {
  readonly provider: Provider;
  readonly storage: Storage;
  /** Local storage, which outlives the tab. It records that the provider was not notified of a sign-out. */
  readonly persistentStorage: Storage;
  /** Runs the work while it holds a lock that all tabs of this browser share. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T>;
  readonly channel: TabChannel;
  /** Returns the path, query and hash of this page. */
  readonly currentAddress: () => string;
  /** Navigates to a URL outside of this page. */
  readonly goTo: (url: string) => void;
  /** Cancels a navigation that was started and has not left this page yet. */
  readonly stay: () => void;
}
