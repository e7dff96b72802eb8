/** A slider that chooses a moment of a time span, by pointer and by keys. */
import type { KeyboardEvent } from 'react';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import { useBandGestures } from './use-band-gestures.ts';

export interface MomentSlider {
  readonly span: TimeSpan;
  /** The end of what is known, in epoch milliseconds. */
  readonly knownTo: number;
  /** The chosen moment, in epoch milliseconds. Null: none is chosen. */
  readonly moment: number | null;
  /** The moments at which a status changed, which the arrow keys choose, in their order. */
  readonly changes: readonly number[];
  readonly onChoose: (moment: number) => void;
  readonly onPan: (byMs: number) => void;
  readonly onZoom: (factor: number, around: number) => void;
}

const minuteMs = 60_000;

/** The attributes of the element that is the slider. It needs a label and a text of the chosen moment. */
export function useMomentSlider({ span, knownTo, moment, changes, onChoose, onPan, onZoom }: MomentSlider) {
  const lengthMs = span.to - span.from;
  const at = (share: number) => Math.round(span.from + lengthMs * share);
  const gestures = useBandGestures({
    onChoose: (share) => onChoose(at(share)),
    onPan: (share) => onPan(-lengthMs * share),
    onZoom: (factor, share) => onZoom(factor, at(share)),
  });
  const current = moment ?? Math.min(span.to, knownTo);
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = keyTargetOf(event, changes, current, span);
    if (target !== undefined) onChoose(target);
    else if (event.key === 'PageUp') onPan(-lengthMs / 2);
    else if (event.key === 'PageDown') onPan(lengthMs / 2);
    else if (event.key === '+') onZoom(1 / 3, current);
    else if (event.key === '-') onZoom(3, current);
    else return;
    event.preventDefault();
  };
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-valuemin': Math.min(span.from, current),
    'aria-valuemax': Math.max(span.to, current),
    'aria-valuenow': current,
    onKeyDown,
    ...gestures,
  };
}

/** The moment that a key chooses: the next or previous change, a minute with Shift, or an end of the span. */
function keyTargetOf(
  { key, shiftKey }: KeyboardEvent,
  changes: readonly number[],
  current: number,
  { from, to }: TimeSpan,
): number | undefined {
  if (key === 'Home') return from;
  if (key === 'End') return to;
  if (key === 'ArrowLeft') return shiftKey ? current - minuteMs : changes.findLast((change) => change < current);
  if (key !== 'ArrowRight') return undefined;
  return shiftKey ? Math.min(to, current + minuteMs) : changes.find((change) => change > current);
}
