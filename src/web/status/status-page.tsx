/** The system status, for people who are called at night. */
import { EmptyState } from '../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { PageNotice } from '../ui/notice/page-notice.tsx';
import { isFinal } from '../api/api-error.ts';
import { useClockOffsetMs } from '../api/server-clock.ts';
import { Page } from '../ui/page/page.tsx';
import { useTexts } from '../administration/use-texts.ts';
import { BackupSection } from './backup.tsx';
import { FindingList, NoResponseNotice } from './findings.tsx';
import { BoardList, Connections, EventList, ProcessList, SilentRooms, UnwatchedWards } from './status-lists.tsx';
import { useSystemStatus } from '../administration/use-system-status.ts';
import styles from './status.module.css';

const clockToleranceMs = 60_000;

export function StatusPage() {
  const { t } = useTexts();
  const { data: status, error, dataUpdatedAt } = useSystemStatus();
  if (isFinal(error)) return <EmptyState icon="warning" text={t('shell.forbidden')} />;
  if (status === undefined && error === null) return <LoadingOverlay title={t('status.title')} isAlone />;
  const isCurrent = error === null;
  return (
    <Page title={t('status.title')}>
      {error !== null && <NoResponseNotice answeredAt={status && dataUpdatedAt} />}
      {isCurrent && <OwnClock />}
      {status !== undefined && (
        <div className={styles.body} data-outdated={!isCurrent} aria-busy={!isCurrent}>
          {isCurrent && <FindingList status={status} answeredAt={dataUpdatedAt} />}
          <UnwatchedWards status={status} />
          <SilentRooms status={status} />
          <BoardList status={status} />
          <Connections status={status} />
          <ProcessList status={status} />
          {isCurrent && <BackupSection backup={status.backup} />}
          <EventList status={status} />
        </div>
      )}
    </Page>
  );
}

/** Warns that this computer's clock is wrong, because ages on this page compare it with times of the server. */
function OwnClock() {
  const { t } = useTexts();
  const offsetMs = Math.abs(useClockOffsetMs());
  if (offsetMs < clockToleranceMs) return null;
  const seconds = String(Math.round(offsetMs / 1_000));
  return <PageNotice tone="warning">{t('status.own_clock', { seconds })}</PageNotice>;
}
