import { useEffect } from 'react';
import { useTranslation } from '../language/translation.tsx';
import { reportConnection } from '../api/connection-state.ts';
import { Button } from '../ui/button/button.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';

/** The page reloads after this time, because nobody may be near a board on a wall to press the button. */
const reloadAfterMs = 30_000;

/** Shown in place of a page that failed to render. It is red, because staff no longer see the rooms. */
export function CrashPage() {
  const { t } = useTranslation();
  // Resets the connection state, because the crashed page may have reported it as live.
  useEffect(() => reportConnection({ kind: 'none' }), []);
  useEffect(() => {
    const timer = setTimeout(() => location.reload(), reloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="alert">
      <EmptyState icon="warning" isAlarming title={t('crash.title')} text={t('crash.text')}>
        <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
      </EmptyState>
    </div>
  );
}
