import { useEffect } from 'react';
import { useTranslation } from '../language/translation.tsx';
import { reportConnection } from '../api/connection-state.ts';
import buttonStyles from '../ui/button.module.css';
import { EmptyState } from '../ui/status/empty-state.tsx';

/** A board on a wall may have nobody nearby who presses the reload button, so the page reloads by itself. */
const reloadAfterMs = 30_000;

/** Replaces a page that failed to render. The page is red, because staff no longer see the rooms. */
export function CrashPage() {
  const { t } = useTranslation();
  // The crashed page may have reported the connection as live, so the report is withdrawn.
  useEffect(() => reportConnection({ kind: 'none' }), []);
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), reloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="alert">
      <EmptyState icon="warning" isAlarming title={t('crash.title')} text={t('crash.text')}>
        <button type="button" className={buttonStyles.quiet} onClick={() => location.reload()}>
          {t('crash.reload')}
        </button>
      </EmptyState>
    </div>
  );
}
