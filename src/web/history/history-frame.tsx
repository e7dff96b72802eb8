import { type ReactNode, useMemo } from 'react';
import { useTranslation } from '../language/translation.tsx';
import styles from './history-frame.module.css';
import { createLocalTime, LocalTimeContext } from './local-time.ts';
import { SpanControls } from './span-controls.tsx';
import type { ViewActions } from './use-view.ts';

interface HistoryFrameProps {
  /** The name of the room or the ward. */
  readonly name: string;
  readonly timeZone: string;
  /** What the page shows of it. Default: the history. */
  readonly kind?: string;
  /** Undefined: the page shows a fixed time. */
  readonly view?: ViewActions;
  /** Whether another time is being fetched. */
  readonly isBusy?: boolean;
  /** The buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of a history: its title, and the controls of the shown time. */
export function HistoryFrame({ name, timeZone, kind, view, isBusy = false, actions, children }: HistoryFrameProps) {
  const { t, language } = useTranslation();
  const localTime = useMemo(() => createLocalTime(timeZone, language), [timeZone, language]);
  return (
    <LocalTimeContext value={localTime}>
      <article className={styles.page} aria-busy={isBusy}>
        <header className={styles.head}>
          <h1 className={styles.title} dir="auto">
            {name}
            <span className={styles.kind}> {kind ?? t('history')}</span>
          </h1>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
        {view !== undefined && <SpanControls view={view} />}
        {children}
      </article>
    </LocalTimeContext>
  );
}
