import { useTranslation } from '../language/translation.tsx';
import { Button } from '../ui/button/button.tsx';
import { useStore } from '../shared/create-store.ts';
import type { AppUpdate } from './register-service-worker.ts';
import styles from './update-notice.module.css';

/** Offers a new version of the app. It waits for a click, because a reload could interrupt an alert. */
export function UpdateNotice({ update }: { readonly update: AppUpdate }) {
  const { t } = useTranslation();
  if (useStore(update.waiting) === undefined) return null;
  return (
    <aside className={styles.notice} role="status" data-update>
      <p>{t('update.ready')}</p>
      <Button onClick={update.apply}>{t('update.apply')}</Button>
    </aside>
  );
}
