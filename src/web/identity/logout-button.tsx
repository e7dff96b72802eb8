import { useTranslation } from '../language/translation.tsx';
import { endpoints } from '../../contract/endpoints.ts';
import { useApi } from '../api/api-client.tsx';
import buttonStyles from '../ui/button.module.css';
import { UiIcon } from '../ui/icons/icons.tsx';
import styles from './logout-button.module.css';
import { useSession } from './session-context.tsx';

/** The API call of a sign-out ends after this time, because an unreachable server must not delay the sign-out. */
const notifyTimeoutMs = 3_000;

/** Signs out at the API, then at the identity provider (API-5). */
export function LogoutButton() {
  const { t } = useTranslation();
  const api = useApi();
  const session = useSession();

  async function notifyApi() {
    try {
      await api.call(endpoints.logout, { signal: AbortSignal.timeout(notifyTimeoutMs) });
    } catch (error) {
      console.warn('The sign-out could not be sent to the server, reason:', error);
    }
  }

  return (
    <button type="button" className={buttonStyles.quiet} onClick={() => void session.signOut(notifyApi)}>
      <UiIcon name="logout" className={styles.icon} />
      <span className={styles.word}>{t('logout')}</span>
    </button>
  );
}
