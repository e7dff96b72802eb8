import { useRef } from 'react';
import { useTranslation } from '../language/translation.tsx';
import { endpoints } from '../../contract/endpoints.ts';
import { useApi } from '../api/api-client.tsx';
import { Button } from '../ui/button/button.tsx';
import { UiIcon } from '../ui/icons/icons.tsx';
import styles from './logout-button.module.css';
import { useSession } from './session-context.tsx';

/** The time limit of the call that notifies the API: an unreachable server must not delay the sign-out. */
const notifyTimeoutMs = 3_000;

interface LogoutButtonProps {
  /** Resolves to false if the user wants to stay: the last board of a ward asks before a logout. */
  readonly mayLogOut: () => Promise<boolean>;
}

/** A button that signs out at the API and then at the identity provider (API-5). */
export function LogoutButton({ mayLogOut }: LogoutButtonProps) {
  const { t } = useTranslation();
  const api = useApi();
  const session = useSession();
  const isAsking = useRef(false);

  async function notifyApi() {
    try {
      await api.call(endpoints.logout, { signal: AbortSignal.timeout(notifyTimeoutMs) });
    } catch (error) {
      console.warn('The sign-out could not be sent to the server, reason:', error);
    }
  }

  async function logOut() {
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      if (await mayLogOut()) await session.signOut(notifyApi);
    } finally {
      isAsking.current = false;
    }
  }

  return (
    <Button onClick={() => void logOut()}>
      <UiIcon name="logout" className={styles.icon} />
      <span className={styles.word}>{t('logout')}</span>
    </Button>
  );
}
