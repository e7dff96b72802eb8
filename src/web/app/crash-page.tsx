import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { reportConnection } from '../api/connection-state.ts';
import buttonStyles from '../ui/button.module.css';
import { EmptyState } from '../ui/status/empty-state.tsx';

/** A board that hangs on a wall has nobody to press the button. */
const reloadAfterMs = 30_000;

/** In place of a page that could not be drawn: in red, since nobody watches over the rooms it showed. */
export function CrashPage() {
  const { t } = useTranslation();
  // The page that reported it is gone, and must not go on being called live.
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
