import { type ReactNode, useState } from 'react';
import { statusOfCode } from '../../domain/room-status.ts';
import { useTranslation } from '../language/translation.tsx';
import { Button } from '../ui/button/button.tsx';
import { UiIcon } from '../ui/icons/icons.tsx';
import { Table } from '../ui/table/table.tsx';
import { formatDuration } from '../ui/time/time-format.ts';
import { AlertSteps, useActorName } from './alert-steps.tsx';
import type { HistoryEntry } from './history-entries.ts';
import styles from './history-list.module.css';
import { StatusName } from './status-name.tsx';
import { useLocalTime } from './local-time.ts';
import { useHistoryTexts } from './use-history-texts.ts';
import { usePeriodTexts } from './use-period-texts.ts';

interface HistoryListProps {
  readonly entries: readonly HistoryEntry[];
  /** The beginning of the status that is chosen on the band. */
  readonly chosenAt: number | undefined;
  readonly onChoose: (moment: number) => void;
}

const pageSize = 100;

/** What happened in a room as a table, the newest first. */
export function HistoryList({ entries, chosenAt, onChoose }: HistoryListProps) {
  const texts = useHistoryTexts();
  const { t } = useTranslation();
  const [count, setCount] = useState(pageSize);
  const { dayTime } = useLocalTime();
  const { start } = usePeriodTexts();
  if (entries.length === 0) return <p>{texts('none')}</p>;
  return (
    <>
      <Table className={styles.entries}>
        <caption className={styles.caption}>{t('history')}</caption>
        <thead>
          <tr>
            <th scope="col">{texts('time')}</th>
            <th scope="col">{texts('what')}</th>
            <th scope="col" className={styles.duration}>
              {texts('duration')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, count).map((entry) => (
            <tr key={entry.key} data-kind={entry.kind} data-chosen={entry.kind === 'status' && entry.at === chosenAt}>
              <td>
                <button type="button" className={styles.time} onClick={() => onChoose(entry.at)}>
                  {entry.kind === 'status' ? start(entry.period) : dayTime(entry.at)}
                </button>
              </td>
              <EntryCells entry={entry} />
            </tr>
          ))}
        </tbody>
      </Table>
      {entries.length > count && <Button onClick={() => setCount(count + pageSize)}>{texts('more')}</Button>}
    </>
  );
}

function EntryCells({ entry }: { readonly entry: HistoryEntry }) {
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const nameOf = useActorName();
  const { duration } = usePeriodTexts();
  const { time } = useLocalTime();
  switch (entry.kind) {
    case 'status':
      return (
        <>
          <td>
            <StatusName status={entry.period.status} />
          </td>
          <td className={styles.duration}>{duration(entry.period)}</td>
        </>
      );
    case 'alert':
      return (
        <Cells
          what={<AlertSteps alert={entry.alert} />}
          from={entry.at}
          until={entry.alert.endedAt === null ? null : Date.parse(entry.alert.endedAt)}
        />
      );
    case 'pause':
      return (
        <Cells
          what={
            <span className={styles.line}>
              <UiIcon name="pause" size={18} /> {texts('paused_by', { name: nameOf(entry.pause.by) })}
            </span>
          }
          from={entry.at}
          until={entry.pause.to}
        />
      );
    case 'gap':
      return <Cells what={texts('gap')} from={entry.at} until={entry.to} />;
    case 'unshown': {
      const { status, receivedAt, reason } = entry.report;
      return (
        <Cells
          what={
            <>
              {t(`status.${statusOfCode(status).name}`)}
              <span className={styles.detail}>{texts(reason, { time: time(receivedAt) })}</span>
            </>
          }
          from={entry.at}
          until={entry.at}
        />
      );
    }
  }
}

interface CellsProps {
  readonly what: ReactNode;
  readonly from: number;
  /** Null: it goes on. */
  readonly until: number | null;
}

function Cells({ what, from, until }: CellsProps) {
  const { language } = useTranslation();
  const texts = useHistoryTexts();
  return (
    <>
      <td>{what}</td>
      <td className={styles.duration}>
        {until === null ? texts('ongoing') : until > from && formatDuration(until - from, language)}
      </td>
    </>
  );
}
