import { useEffect, useEffectEvent, useState } from 'react';
import { delay } from '../../shared/delay.ts';
import { useTranslation } from '../../language/translation.tsx';
import { leaveTimeoutMs } from '../session/sign-in.ts';
import { useSession } from '../session-context.tsx';

/**
 * The state of the login button. `leaving`: the browser is going to the provider. `waiting`: the provider is
 * unreachable, and the page retries.
 */
export type SignInState = 'ready' | 'leaving' | 'waiting';

const retryDelayMs = 5_000;

/** Starts the sign-in. When the provider is unreachable, the hook retries until it responds. */
export function useSignIn(returnTo: string): { readonly state: SignInState; readonly start: () => void } {
  const session = useSession();
  const { language } = useTranslation();
  const [state, setState] = useState<SignInState>('ready');
  const [pressCount, setPressCount] = useState(0);
  // Starts the sign-in if the user has pressed the button. Before that, only checks that the provider is reachable.
  const callProvider = useEffectEvent(() =>
    pressCount === 0 ? session.checkProvider() : session.signIn({ returnTo, language }),
  );
  useEffect(() => {
    const stopping = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function run(): Promise<void> {
      if (!(await retryUntilDone(callProvider, () => setState('waiting'), stopping.signal))) return;
      setState(pressCount === 0 ? 'ready' : 'leaving');
      // The button works again after a while, because the user can stop the redirect to the provider.
      timer = setTimeout(() => setState('ready'), leaveTimeoutMs);
    }
    void run();
    return () => {
      stopping.abort();
      clearTimeout(timer);
    };
  }, [pressCount]);

  function start(): void {
    setState('leaving');
    setPressCount(pressCount + 1);
  }

  return { state, start };
}

/** Repeats the work until it succeeds. Resolves to true then, and to false when the signal aborts. */
async function retryUntilDone(work: () => Promise<void>, onFailure: () => void, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    try {
      await work();
      return !signal.aborted;
    } catch {
      if (!signal.aborted) onFailure();
      await delay(retryDelayMs, signal).catch(() => undefined);
    }
  }
  return false;
}
