import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../language/i18n.ts';
import { useSession } from '../session-context.tsx';

/** `leaving`: on the way to the provider. `waiting`: it cannot be reached, and is tried again and again. */
export type SignInState = 'ready' | 'leaving' | 'waiting';

const retryMs = 5_000;
const reachWithinMs = 5_000;

/** Starts the sign-in. While the provider is away it goes on trying, and leaves as soon as it answers. */
export function useSignIn(returnTo: string): { readonly state: SignInState; readonly start: () => void } {
  const session = useSession();
  const { i18n } = useTranslation();
  // Known before anybody presses the button: whether it would lead anywhere.
  const reach = useQuery({
    queryKey: ['provider-reach'],
    queryFn: async ({ signal }) => {
      await session.reachProvider(AbortSignal.any([signal, AbortSignal.timeout(reachWithinMs)]));
      return true;
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  });
  const { isIdle, failureCount, mutate, reset } = useMutation({
    mutationFn: () => session.signIn({ returnTo, language: currentLanguage(i18n) }),
    networkMode: 'always',
    retry: true,
    retryDelay: retryMs,
  });
  // Coming back by the browser's history finds the page as it was left.
  useEffect(() => {
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, [reset]);

  const isAway = isIdle ? reach.isError : failureCount > 0;
  return { state: isAway ? 'waiting' : isIdle ? 'ready' : 'leaving', start: () => mutate() };
}
