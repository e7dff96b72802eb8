import { Link } from 'react-router';
import { activities } from '../../../domain/history/nights/activity.ts';
import { comparedNumbers, comparedValue, raisedNumbersOf } from '../../../domain/history/nights/typical-range.ts';
import { isHighPriority } from '../../../domain/room-status.ts';
import { useTranslation } from '../../language/translation.tsx';
import { formatDuration } from '../../ui/time/time-format.ts';
import bandStyles from '../band/band.module.css';
import { Axis } from '../band/axis.tsx';
import { placeOf } from '../band/place-of.ts';
import { useLocalTime } from '../local-time.ts';
import { maxLengthMs, queryOfView } from '../visible-span.ts';
import { useHistoryTexts } from '../use-history-texts.ts';
import { activityStyle } from './activity-style.ts';
import { type RoomNights, spanOf } from './night.ts';
import styles from './nights.module.css';
import { numberTexts, useNumberTexts } from './use-number-texts.ts';

type Night = RoomNights['nights'][number];

interface NightRowProps extends Pick<RoomNights, 'typical'> {
  readonly night: Night;
  /** The address of the history of the room. */
  readonly path: string;
  readonly hasOwnAxis: boolean;
}

/** One night: its day, which links to its history, what happened, and its numbers. */
export function NightRow({ night, typical, path, hasOwnAxis }: NightRowProps) {
  const span = spanOf(night);
  const texts = useHistoryTexts();
  const { day } = useLocalTime();
  const { value } = useNumberTexts();
  const { numbers, isComparable } = night;
  const raised = typical === null || !isComparable ? [] : raisedNumbersOf(numbers, typical);
  // Without a moment that was monitored, a zero would be untrue.
  const isKnown = Object.entries(numbers.seconds).some(
    ([activity, seconds]) => activity !== 'unmonitored' && seconds > 0,
  );
  const to = knownTo(night) < span.to ? null : span.to;
  const query = new URLSearchParams(queryOfView({ span: { lengthMs: maxLengthMs, to }, moment: null }));
  return (
    <tr>
      <th scope="row">
        <Link to={`${path}?${query.toString()}`} className={styles.link}>
          {day(span.from)}
        </Link>
        {!isComparable && <span className={styles.note}>{texts('not_compared')}</span>}
      </th>
      <td className={styles.wide}>
        <NightBand night={night} />
        {hasOwnAxis && <Axis span={span} />}
      </td>
      {comparedNumbers.map((name) => (
        <td key={name} data-label={texts(numberTexts[name])} data-raised={raised.includes(name)}>
          {isKnown ? value(name, comparedValue(numbers, name)) : '–'}
          {raised.includes(name) && (
            <>
              <span aria-hidden="true"> ▲</span>
              <span className={styles.caption}> {texts('above_typical')}</span>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

/** The end of what is known: now, if the night goes on. */
function knownTo({ from, periods }: Night): number {
  return Date.parse(periods.at(-1)?.to ?? from);
}

function NightBand({ night }: Pick<NightRowProps, 'night'>) {
  const texts = useHistoryTexts();
  const { language } = useTranslation();
  const { minute } = useLocalTime();
  const span = spanOf(night);
  const sleep = spanOf(night.sleep);
  const times = activities
    .filter((activity) => night.numbers.seconds[activity] > 0)
    .map(
      (activity) =>
        `${texts(`activity.${activity}`)} ${formatDuration(night.numbers.seconds[activity] * 1_000, language)}`,
    );
  const alerts = night.alerts.map(({ raisedAt }) => `${texts('raised')} ${minute(Date.parse(raisedAt))}`);
  return (
    <>
      <div className={`${bandStyles.ground} ${styles.band}`} aria-hidden="true">
        <span className={styles.sleep} style={placeOf(sleep.from, sleep.to, span)} />
        {night.periods.map(({ activity, from, to }) => (
          <span
            key={from}
            className={styles.activity}
            data-activity={activity}
            style={{ ...activityStyle(activity), ...placeOf(Date.parse(from), Date.parse(to), span) }}
          />
        ))}
        <span className={bandStyles.future} style={placeOf(knownTo(night), span.to, span)} />
        {night.alerts.map(({ status, raisedAt }) => (
          <span
            key={raisedAt}
            className={styles.alert}
            data-high={isHighPriority(status)}
            style={{ left: placeOf(Date.parse(raisedAt), span.to, span).left }}
          />
        ))}
      </div>
      <p className={styles.caption}>{[...times, ...alerts].join(', ')}</p>
    </>
  );
}
