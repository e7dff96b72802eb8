import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';
import type { History } from '../history.ts';
import { AlertMarks } from './alert-marks.tsx';
import { Axis } from './axis.tsx';
import styles from './band.module.css';
import { Periods } from './periods.tsx';
import { placeOf } from './place-of.ts';
import { useMomentSlider } from './use-moment-slider.ts';

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
  const slider = useMomentSlider({
    span,
    knownTo: history.to,
    moment,
    changes: history.periods.map(({ from }) => from),
    onChoose,
    onPan,
    onZoom,
  });
  return (
    <div className={styles.frame}>
      <div className={styles.alerts} aria-hidden="true">
        <AlertMarks alerts={history.alerts} span={span} knownTo={history.to} />
      </div>
      <div className={styles.band} aria-label={label} aria-valuetext={momentText} {...slider}>
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
