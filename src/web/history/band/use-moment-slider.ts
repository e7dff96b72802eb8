/** A slider that chooses a moment of a time span, by pointer and by keys. */
import type { KeyboardEvent } from 'react';
import type { TimeSpan } from '../../../domain/history/status-periods.ts';
import type { ViewActions } from '../use-view.ts';
import { useBandGestures } from './use-band-gestures.ts';

interface MomentSlider {
  readonly view: ViewActions;
  /** The end of what is known, in epoch milliseconds. */
  readonly knownTo: number;
  /** The moments at which a status changed, which the arrow keys choose, in their order. */
  readonly changes: readonly number[];
}

const minuteMs = 60_000;

/** The attributes of the element that is the slider. It needs a label and a text of the chosen moment. */
export function useMomentSlider({ view, knownTo, changes }: MomentSlider) {
  const { from, to, moment, choose, pan, zoom } = view;
  const lengthMs = to - from;
  const at = (share: number) => Math.round(from + lengthMs * share);
  const gestures = useBandGestures({
    onChoose: (share) => choose(at(share)),
    onPan: (share) => pan(-lengthMs * share),
    onZoom: (factor, share) => zoom(factor, at(share)),
  });
  const current = moment ?? Math.min(to, knownTo);
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = keyTargetOf(event, changes, current, view);
    if (target !== undefined) choose(target);
    else if (event.key === 'PageUp') pan(-lengthMs / 2);
    else if (event.key === 'PageDown') pan(lengthMs / 2);
    else if (event.key === '+') zoom(1 / 3, current);
    else if (event.key === '-') zoom(3, current);
    else return;
    event.preventDefault();
  };
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-valuemin': Math.min(from, current),
    'aria-valuemax': Math.max(to, current),
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
