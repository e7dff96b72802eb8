import { statusOfCode } from '../../domain/room-status.ts';
import { useLocalTime } from '../history/local-time.ts';
import { useTranslation } from '../language/translation.tsx';
import { formatDuration } from '../ui/time/time-format.ts';
import { alertCountsOf, type Handover, waitsOf } from './handover.ts';
import styles from './summary.module.css';
import { useHandoverTexts } from './use-handover-texts.ts';
import { useSpanText } from './use-span-text.ts';

/** The shift of the whole ward: its alerts, the longest waits, and the times in which nobody could see alerts. */
export function Summary({ handover: { rooms, unwatched, gaps } }: { readonly handover: Handover }) {
  const { t, language } = useTranslation();
  const texts = useHandoverTexts();
  const { minute } = useLocalTime();
  const spanText = useSpanText();
  const alerts = alertCountsOf(rooms).map(
    ({ status, count }) => `${count} × ${t(`status.${statusOfCode(status).name}`)}`,
  );
  const waits = waitsOf(rooms).map(
    ({ room, alert }) =>
      `${formatDuration(alert.waitMs, language)}: ${room.displayName}, ${minute(Date.parse(alert.raisedAt))}`,
  );
  return (
    <dl className={styles.summary}>
      <Fact name={t('alerts.label')} values={alerts} none={texts('no_alerts')} />
      {waits.length > 0 && <Fact name={texts('longest_waits')} values={waits} />}
      {unwatched.length > 0 && (
        <Fact name={texts('unwatched')} values={unwatched.map((span) => spanText(span))} isWarning />
      )}
      {gaps.length > 0 && <Fact name={texts('no_server')} values={gaps.map((span) => spanText(span))} isWarning />}
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly values: readonly string[];
  readonly none?: string;
  readonly isWarning?: boolean;
}

function Fact({ name, values, none, isWarning = false }: FactProps) {
  return (
    <div className={styles.fact} data-warning={isWarning && values.length > 0}>
      <dt>{name}</dt>
      {values.map((value) => (
        <dd key={value} dir="auto">
          {value}
        </dd>
      ))}
      {values.length === 0 && <dd>{none}</dd>}
    </div>
  );
}
