import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import { useLocalTime } from '../local-time.ts';
import styles from './band.module.css';
import { placeOf } from './place-of.ts';
import { ticksOf } from './ticks.ts';

/** The time of a tick further right does not fit a phone, or any screen. */
const phoneShare = 0.85;
const anyShare = 0.95;

/** The times of day below a band. */
export function Axis({ span }: { readonly span: TimeSpan }) {
  const { clock, minute } = useLocalTime();
  const ticks = ticksOf(span, clock);
  return (
    <div className={styles.axis} aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick}
          className={styles.tick}
          data-fits={fitOf((tick - span.from) / (span.to - span.from))}
          style={{ left: placeOf(tick, tick, span).left }}
        >
          {minute(tick)}
        </span>
      ))}
    </div>
  );
}

function fitOf(share: number): 'phone' | 'wide' | 'none' {
  if (share <= phoneShare) return 'phone';
  return share <= anyShare ? 'wide' : 'none';
}
