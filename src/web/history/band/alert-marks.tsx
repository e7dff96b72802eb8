import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import type { PastAlert } from '../history.ts';
import styles from './band.module.css';
import { placeOf } from './place-of.ts';

interface AlertMarksProps {
  readonly alerts: readonly PastAlert[];
  readonly span: TimeSpan;
  /** The end of what is known, in epoch milliseconds. An open alert lasts until then. */
  readonly knownTo: number;
}

/** The alerts as bars, in an element that is positioned. */
export function AlertMarks({ alerts, span, knownTo }: AlertMarksProps) {
  return alerts
    .map(({ uuid, priority, raisedAt, endedAt }) => {
      const to = endedAt === null ? knownTo : Date.parse(endedAt);
      return { uuid, priority, from: Date.parse(raisedAt), to };
    })
    .filter(({ from, to }) => from < span.to && to >= span.from)
    .map(({ uuid, priority, from, to }) => (
      <span key={uuid} className={styles.alert} data-priority={priority} style={placeOf(from, to, span)} />
    ));
}
