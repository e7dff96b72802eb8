import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { reportConnection } from '../api/connection-state.ts';
import buttonStyles from '../ui/button.module.css';
import { EmptyState } from '../ui/status/empty-state.tsx';

/** Nobody may be there to press the button of a board on a wall. */
const reloadAfterMs = 30_000;

/** Replaces a page that failed to render. It is red, because the rooms are not shown any more. */
export function CrashPage() {
  const { t } = useTranslation();
  // The crashed page may have reported "live", which is not true any more.
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
