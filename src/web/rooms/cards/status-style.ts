/**
 * The colours of a status as custom properties for the style sheets. Text is black or white, whichever
 * reads better, for the full colour and for its 70% over a card's surface, by day and by night.
 */
import type { CSSProperties } from 'react';
import { blend, inkOn } from '../../../domain/colour.ts';
import { statusOfCode } from '../../../domain/room-status.ts';

/** The surfaces of a card; the same as `--surface` in the theme. */
const surfaces = { day: '#ffffff', night: '#171c24' } as const;
const softOpacity = 0.7;

type StatusStyle = CSSProperties & Record<`--${string}`, string>;

const styles = new Map<number, StatusStyle>();

export function statusStyle(code: number): StatusStyle {
  const known = styles.get(code);
  if (known !== undefined) return known;
  const { colour } = statusOfCode(code);
  const day = blend(colour, surfaces.day, softOpacity);
  const night = blend(colour, surfaces.night, softOpacity);
  const style = {
    '--status': colour,
    '--status-ink': inkOn(colour),
    '--status-soft-day': day,
    '--status-soft-day-ink': inkOn(day),
    '--status-soft-night': night,
    '--status-soft-night-ink': inkOn(night),
  };
  styles.set(code, style);
  return style;
}
