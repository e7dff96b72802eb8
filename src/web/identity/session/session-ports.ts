/** What the session needs of its page. */
import type { AuthorizationRequest, Provider } from './provider.ts';
import type { TabChannel } from './tab-channel.ts';

export interface SignInRequest extends Pick<AuthorizationRequest, 'language' | 'username'> {
  readonly returnTo: string;
}

export interface SessionPorts {
  readonly provider: Provider;
  readonly storage: Storage;
  /** Storage that outlives the tab. Records a sign-out of which the provider was not notified. */
  readonly persistentStorage: Storage;
  /** Runs the work while it holds a lock that all tabs of this browser share. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T>;
  readonly channel: TabChannel;
  /** Path, query and hash of this page. */
  readonly currentAddress: () => string;
  /** Navigates to a URL outside of this page. */
  readonly goTo: (url: string) => void;
  /** Cancels a navigation to another page that has begun. */
  readonly stay: () => void;
}
