import { useTranslation } from 'react-i18next';
import { endpoints } from '../../contract/endpoints.ts';
import { useApi } from '../api/api-client.tsx';
import buttonStyles from '../ui/button.module.css';
import { UiIcon } from '../ui/icons/ui-icon.tsx';
import styles from './logout-button.module.css';
import { useSession } from './session-context.tsx';

/** A server that is away is not to keep anybody signed in. */
const withinMs = 3_000;

/** Signs out: at the API first, then at the identity provider (API-5). */
export function LogoutButton() {
  const { t } = useTranslation();
  const api = useApi();
  const session = useSession();

  async function tellApi() {
    try {
      await api.call(endpoints.logout, { signal: AbortSignal.timeout(withinMs) });
    } catch (error) {
      console.warn('The server could not be told of the sign-out, reason:', error);
    }
  }

  return (
    <button type="button" className={buttonStyles.quiet} onClick={() => void session.signOut(tellApi)}>
      <UiIcon name="logout" className={styles.icon} />
      <span className={styles.word}>{t('logout')}</span>
    </button>
  );
}
