import { type CSSProperties, type KeyboardEvent, memo } from 'react';
import type { StatusPeriod, TimeSpan } from '../../../domain/history/status-periods.ts';
import { isUrgent, statusOfCode } from '../../../domain/room-status.ts';
import { statusStyle } from '../../board/status/status-style.ts';
import { useTranslation } from '../../language/translation.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import type { History } from '../history.ts';
import { useLocalTime } from '../local-time.ts';
import styles from './band.module.css';
import { ticksOf } from './ticks.ts';
import { useBandGestures } from './use-band-gestures.ts';

interface BandProps {
  readonly history: History;
  readonly span: TimeSpan;
  /** The chosen moment, in epoch milliseconds. Null: none is chosen. */
  readonly moment: number | null;
  /** The label of the band, and its chosen moment in words, for screen readers. */
  readonly label: string;
  readonly momentText: string;
  readonly onChoose: (moment: number) => void;
  readonly onPan: (byMs: number) => void;
  readonly onZoom: (factor: number, around: number) => void;
}

/** The statuses of a room as a band of their colours, with its alerts above, and its pauses and an axis below. */
export function Band({ history, span, moment, label, momentText, onChoose, onPan, onZoom }: BandProps) {
  const lengthMs = span.to - span.from;
  const at = (share: number) => Math.round(span.from + lengthMs * share);
  const gestures = useBandGestures({
    onChoose: (share) => onChoose(at(share)),
    onPan: (share) => onPan(-lengthMs * share),
    onZoom: (factor, share) => onZoom(factor, at(share)),
  });
  const current = moment ?? Math.min(span.to, history.to);
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = keyTargetOf(event, history.periods, current, span);
    if (target !== undefined) onChoose(target);
    else if (event.key === 'PageUp') onPan(-lengthMs / 2);
    else if (event.key === 'PageDown') onPan(lengthMs / 2);
    else if (event.key === '+') onZoom(1 / 3, current);
    else if (event.key === '-') onZoom(3, current);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.frame}>
      <Alerts history={history} span={span} />
      <div
        className={styles.band}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={Math.min(span.from, current)}
        aria-valuemax={Math.max(span.to, current)}
        aria-valuenow={current}
        aria-valuetext={momentText}
        onKeyDown={onKeyDown}
        {...gestures}
      >
        <Periods periods={history.periods} from={span.from} to={span.to} />
        {history.to < span.to && <span className={styles.future} style={placeOf(history.to, span.to, span)} />}
        {moment !== null && moment >= span.from && moment <= span.to && (
          <span className={styles.cursor} style={placeOf(moment, moment, span)} />
        )}
      </div>
      <div className={styles.pauses} aria-hidden="true">
        {history.pauses
          .filter(({ from, to }) => from < span.to && (to ?? history.to) > span.from)
          .map(({ from, to }) => (
            <span key={from} className={styles.pause} style={placeOf(from, to ?? history.to, span)}>
              <UiIcon name="pause" size={12} />
            </span>
          ))}
      </div>
      <Axis span={span} />
    </div>
  );
}

const minuteMs = 60_000;

/** The moment that a key chooses: the next or previous change, a minute with Shift, or an end of the band. */
function keyTargetOf(
  { key, shiftKey }: KeyboardEvent,
  periods: readonly StatusPeriod[],
  current: number,
  { from, to }: TimeSpan,
): number | undefined {
  if (key === 'Home') return from;
  if (key === 'End') return to;
  if (key === 'ArrowLeft') {
    return shiftKey ? current - minuteMs : periods.findLast((period) => period.from < current)?.from;
  }
  if (key !== 'ArrowRight') return undefined;
  return shiftKey ? Math.min(to, current + minuteMs) : periods.find((period) => period.from > current)?.from;
}

interface PeriodsProps {
  readonly periods: readonly StatusPeriod[];
  readonly from: number;
  readonly to: number;
}

/** So much of the band shows an icon, or an icon with the name of the status, on a phone too. */
const minShare = { icon: 0.05, name: 0.25 };

const Periods = memo(function Periods({ periods, from, to }: PeriodsProps) {
  const { t } = useTranslation();
  const span = { from, to };
  return periods
    .filter((period) => period.from < to && period.to >= from)
    .map(({ status, ...period }) => {
      const { name, icon, priority } = statusOfCode(status);
      const share = (Math.min(period.to, to) - Math.max(period.from, from)) / (to - from);
      return (
        <span
          key={`${period.from} ${period.to} ${status}`}
          className={styles.period}
          data-priority={priority}
          style={{ ...statusStyle(status, !isUrgent(status)), ...placeOf(period.from, period.to, span) }}
        >
          {share >= minShare.icon && <StatusIcon name={icon} size={18} className={styles.icon} />}
          {share >= minShare.name && <span className={styles.name}>{t(`status.${name}`)}</span>}
        </span>
      );
    });
});

function Alerts({ history, span }: Pick<BandProps, 'history' | 'span'>) {
  return (
    <div className={styles.alerts} aria-hidden="true">
      {history.alerts
        .map(({ uuid, priority, raisedAt, endedAt }) => {
          const to = endedAt === null ? history.to : Date.parse(endedAt);
          return { uuid, priority, from: Date.parse(raisedAt), to };
        })
        .filter(({ from, to }) => from < span.to && to >= span.from)
        .map(({ uuid, priority, from, to }) => (
          <span key={uuid} className={styles.alert} data-priority={priority} style={placeOf(from, to, span)} />
        ))}
    </div>
  );
}

/** A tick further right has its time at its left, so that the time is not cut off on a phone. */
const lastTickShare = 0.85;

function Axis({ span }: { readonly span: TimeSpan }) {
  const { clock, minute } = useLocalTime();
  const ticks = ticksOf(span, clock);
  return (
    <div className={styles.axis} aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick}
          className={styles.tick}
          data-last={(tick - span.from) / (span.to - span.from) > lastTickShare}
          style={{ left: placeOf(tick, tick, span).left }}
        >
          {minute(tick)}
        </span>
      ))}
    </div>
  );
}

/** The place of a time on the band, in percent of its width. */
function placeOf(from: number, to: number, span: TimeSpan): CSSProperties {
  const share = (moment: number) =>
    (Math.min(span.to, Math.max(span.from, moment)) - span.from) / (span.to - span.from);
  return { left: `${share(from) * 100}%`, width: `${(share(to) - share(from)) * 100}%` };
}
