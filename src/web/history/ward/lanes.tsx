import { Link, useParams } from 'react-router';
import { roomHistoryPathOf } from '../../home/lists/addresses.ts';
import { AlertMarks } from '../band/alert-marks.tsx';
import { Axis } from '../band/axis.tsx';
import { BandEdges } from '../band/band-edges.tsx';
import { Periods } from '../band/periods.tsx';
import { useMomentSlider } from '../band/use-moment-slider.ts';
import { useLocalTime } from '../local-time.ts';
import { useHistoryTexts } from '../use-history-texts.ts';
import type { ViewActions } from '../use-view.ts';
import styles from './lanes.module.css';
import type { WardHistory } from './ward-history.ts';

interface LanesProps {
  readonly history: WardHistory;
  readonly view: ViewActions;
}

/** The rooms of a ward as lanes below each other, each with its alerts above its band. */
export function Lanes({ history, view }: LanesProps) {
  const texts = useHistoryTexts();
  const { dayTime } = useLocalTime();
  const places = useParams();
  const changes = new Set(history.rooms.flatMap(({ periods }) => periods.map(({ from }) => from)));
  const slider = useMomentSlider({
    view,
    knownTo: history.to,
    changes: [...changes].toSorted((one, other) => one - other),
  });
  return (
    <div className={styles.frame}>
      <ul className={styles.names}>
        {history.rooms.map(({ uuid, displayName }) => (
          <li key={uuid} className={styles.name}>
            <Link to={roomHistoryPathOf(places, uuid)} className={styles.link} dir="auto">
              {displayName}
            </Link>
          </li>
        ))}
      </ul>
      <div
        className={styles.lanes}
        aria-label={texts('band')}
        aria-valuetext={dayTime(view.moment ?? Math.min(view.to, history.to))}
        {...slider}
      >
        {history.rooms.map(({ uuid, periods, alerts }) => (
          <div key={uuid} className={styles.lane}>
            <div className={styles.marks}>
              <AlertMarks alerts={alerts} span={view} knownTo={history.to} />
            </div>
            <div className={styles.band}>
              <Periods periods={periods} from={view.from} to={view.to} />
            </div>
          </div>
        ))}
        <BandEdges view={view} knownTo={history.to} />
      </div>
      <div className={styles.axis}>
        <Axis span={view} />
      </div>
    </div>
  );
}
