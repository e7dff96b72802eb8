import { Link, useParams } from 'react-router';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import { roomHistoryPathOf } from '../../home/lists/addresses.ts';
import { AlertMarks } from '../band/alert-marks.tsx';
import { Axis } from '../band/axis.tsx';
import bandStyles from '../band/band.module.css';
import { Periods } from '../band/periods.tsx';
import { placeOf } from '../band/place-of.ts';
import { type MomentSlider, useMomentSlider } from '../band/use-moment-slider.ts';
import { useLocalTime } from '../local-time.ts';
import { useHistoryTexts } from '../use-history-texts.ts';
import styles from './lanes.module.css';
import type { WardHistory } from './ward-history.ts';

interface LanesProps extends Pick<MomentSlider, 'moment' | 'onChoose' | 'onPan' | 'onZoom'> {
  readonly history: WardHistory;
  readonly span: TimeSpan;
}

/** The rooms of a ward as lanes below each other, each with its alerts above its band. */
export function Lanes({ history, span, moment, ...actions }: LanesProps) {
  const texts = useHistoryTexts();
  const { dayTime } = useLocalTime();
  const places = useParams();
  const changes = history.rooms.flatMap(({ periods }) => periods.map(({ from }) => from));
  const slider = useMomentSlider({
    span,
    knownTo: history.to,
    moment,
    changes: [...new Set(changes)].toSorted((one, other) => one - other),
    ...actions,
  });
  const isShown = moment !== null && moment >= span.from && moment <= span.to;
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
        aria-valuetext={dayTime(moment ?? Math.min(span.to, history.to))}
        {...slider}
      >
        {history.rooms.map(({ uuid, periods, alerts }) => (
          <div key={uuid} className={styles.lane}>
            <div className={styles.marks}>
              <AlertMarks alerts={alerts} span={span} knownTo={history.to} />
            </div>
            <div className={styles.band}>
              <Periods periods={periods} from={span.from} to={span.to} />
            </div>
          </div>
        ))}
        {history.to < span.to && <span className={bandStyles.future} style={placeOf(history.to, span.to, span)} />}
        {isShown && <span className={bandStyles.cursor} style={placeOf(moment, moment, span)} />}
      </div>
      <div className={styles.axis}>
        <Axis span={span} />
      </div>
    </div>
  );
}
