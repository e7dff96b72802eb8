import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { leaveTimeoutMs } from '../session/sign-in.ts';
import { useSession } from '../session-context.tsx';

/**
 * The state of the login button. `leaving`: the browser is going to the provider. `waiting`: the provider is
 * unreachable, and the page tries again.
 */
export type SignInState = 'ready' | 'leaving' | 'waiting';

const retryDelayMs = 5_000;

/** Starts the sign-in. When the provider is unreachable, the hook tries again until the provider answers. */
export function useSignIn(returnTo: string): { readonly state: SignInState; readonly start: () => void } {
  const session = useSession();
  const { language } = useTranslation();
  // The page checks whether the provider is reachable before the user presses the button.
  const reachability = useQuery({
    queryKey: ['provider-reachability'],
    queryFn: async () => {
      await session.checkProvider();
      return true;
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? retryDelayMs : false),
  });
  const { isIdle, isSuccess, failureCount, mutate, reset } = useMutation({
    mutationFn: () => session.signIn({ returnTo, language }),
    networkMode: 'always',
    retry: true,
    retryDelay: retryDelayMs,
  });
  // The user can stop the redirect to the provider, so the button works again after a while.
  useEffect(() => {
    const timer = isSuccess ? setTimeout(reset, leaveTimeoutMs) : undefined;
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);

  const isUnreachable = isIdle ? reachability.isError : failureCount > 0;
  return { state: isUnreachable ? 'waiting' : isIdle ? 'ready' : 'leaving', start: () => mutate() };
}
