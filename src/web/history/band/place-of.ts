import type { CSSProperties } from 'react';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';

/** The place of a time on the band, in percent of its width. */
export function placeOf(from: number, to: number, span: TimeSpan): CSSProperties {
  const share = (moment: number) =>
    (Math.min(span.to, Math.max(span.from, moment)) - span.from) / (span.to - span.from);
  return { left: `${share(from) * 100}%`, width: `${(share(to) - share(from)) * 100}%` };
}
