/** The system status, for whoever is called at night. */
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { Page } from '../shell/page.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { DataCare } from './data-care.tsx';
import { EventList } from './facts/event-list.tsx';
import { Boards, Connections, Processes, SilentRooms, UnwatchedWards } from './facts/facts.tsx';
import { WorkingFindings, WrongFindings } from './findings.tsx';
import { Summary } from './summary.tsx';
import { useSystemStatus } from './use-system-status.ts';
import styles from './status-page.module.css';

const clockToleranceMs = 60_000;

export function StatusPage() {
  const { t } = useTexts();
  const observation = useSystemStatus();
  const { status, reach, healthFindings } = observation;
  const isCurrent = reach === 'status';
  if (reach === 'refused') return <EmptyState icon="warning" text={t('shell.forbidden')} />;
  if (reach === 'loading' && status === undefined) return <LoadingOverlay title={t('status.title')} isAlone />;
  const findings = isCurrent
    ? (status?.findings ?? [])
    : healthFindings.map((one) => ({ ...one, values: { ...one.values } }));
  return (
    <Page title={t('status.title')} className={styles.page}>
      <Summary observation={observation} />
      {isCurrent && <OwnClock />}
      <WrongFindings findings={findings.filter(({ level }) => level !== 'ok')} />
      {status !== undefined && (
        <div className={styles.body} data-outdated={!isCurrent} aria-busy={!isCurrent}>
          {isCurrent && <WorkingFindings findings={findings.filter(({ level }) => level === 'ok')} />}
          <UnwatchedWards status={status} />
          <SilentRooms status={status} />
          <Boards status={status} />
          <Connections status={status} />
          <Processes status={status} />
          {isCurrent && <DataCare status={status} />}
          <EventList status={status} />
        </div>
      )}
    </Page>
  );
}

/** The times on this page come from the server. On a device with a wrong clock their ages are wrong. */
function OwnClock() {
  const { t } = useTexts();
  const offsetMs = Math.abs(useClockOffsetMs());
  if (offsetMs < clockToleranceMs) return null;
  return <p className={styles.notice}>{t('status.own_clock', { seconds: String(Math.round(offsetMs / 1_000)) })}</p>;
}
