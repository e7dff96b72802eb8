import { UiIcon } from '../../ui/icons/icons.tsx';
import type { History } from '../history.ts';
import type { ViewActions } from '../use-view.ts';
import { AlertMarks } from './alert-marks.tsx';
import { Axis } from './axis.tsx';
import { BandEdges } from './band-edges.tsx';
import styles from './band.module.css';
import { Periods } from './periods.tsx';
import { placeOf } from './place-of.ts';
import { useMomentSlider } from './use-moment-slider.ts';

interface BandProps {
  readonly history: History;
  readonly view: ViewActions;
  /** The label of the band, and its chosen moment in words, for screen readers. */
  readonly label: string;
  readonly momentText: string;
}

/** The statuses of a room as a band of their colours, with its alerts above, and its pauses and an axis below. */
export function Band({ history, view, label, momentText }: BandProps) {
  const changes = history.periods.map(({ from }) => from);
  const slider = useMomentSlider({ view, knownTo: history.to, changes });
  return (
    <div className={styles.frame}>
      <div className={styles.alerts} aria-hidden="true">
        <AlertMarks alerts={history.alerts} span={view} knownTo={history.to} />
      </div>
      <div className={styles.band} aria-label={label} aria-valuetext={momentText} {...slider}>
        <Periods periods={history.periods} from={view.from} to={view.to} />
        <BandEdges view={view} knownTo={history.to} />
      </div>
      <div className={styles.pauses} aria-hidden="true">
        {history.pauses
          .filter(({ from, to }) => from < view.to && (to ?? history.to) > view.from)
          .map(({ from, to }) => (
            <span key={from} className={styles.pause} style={placeOf(from, to ?? history.to, view)}>
              <UiIcon name="pause" size={12} />
            </span>
          ))}
      </div>
      <Axis span={view} />
    </div>
  );
}
