/** Provides the session to React components. */
import { createContext, use, useSyncExternalStore } from 'react';
import type { Session } from './session/session.ts';
import type { SessionState } from './session/state-machine/session-events.ts';

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state);
}
