import { useEffect } from 'react';
import { useApi } from '../api/api-client.tsx';
import { useTranslation } from '../language/translation.tsx';

/** Keeps what the server knows of this phone current while a user is signed in. */
export function useKeptPhone(isSignedIn: boolean): void {
  const api = useApi();
  const { language } = useTranslation();
  useEffect(() => {
    if (!isSignedIn) return;
    // Loaded late, because few browsers are phones that get alerts.
    import('./keep-phone.ts')
      .then(({ keepPhone }) => keepPhone(api, language))
      // The page of the phones shows what is wrong.
      .catch(() => undefined);
  }, [api, language, isSignedIn]);
}

/** Ends the subscription of this browser after a logout. */
export async function forgetPhone(): Promise<void> {
  const { forgetSubscription } = await import('./this-phone.ts');
  await forgetSubscription();
}
