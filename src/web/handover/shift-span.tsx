import { useLocalTime } from '../history/local-time.ts';
import styles from './handover.module.css';

/** The beginning and the end of the shift, by the clock of the location. */
export function ShiftSpan(shift: { readonly from: string; readonly to: string }) {
  const { day, minute, timeZone, isForeign } = useLocalTime();
  const [from, to] = [Date.parse(shift.from), Date.parse(shift.to)];
  const end = day(from) === day(to) ? minute(to) : `${day(to)}, ${minute(to)}`;
  return (
    <p className={styles.span} data-handover>
      {day(from)}, {minute(from)} – {end}
      {isForeign && <span className={styles.zone}> {timeZone}</span>}
    </p>
  );
}
