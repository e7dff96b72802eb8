/**
 * The colours of a status as custom properties for the style sheets: the full colour for the room
 * status, and 70% of it over the surface of a card for the last notification (specification, section 4).
 * Text is black or white, whichever has more contrast.
 */
import type { CSSProperties } from 'react';
import { blend, inkOn, type Colour } from '../../../domain/colour.ts';
import { statusOfCode } from '../../../domain/room-status.ts';

/** The background of a card in each theme. NOTE: `--surface` in theme.css has the same values. */
const surfaces = { day: '#ffffff', night: '#171c24' } as const;
const softOpacity = 0.7;

type StatusStyle = CSSProperties & Record<`--${string}`, string>;

/** The full colour, for the room status. */
export const statusStyle = createdOnce((colour) => ({ '--status': colour, '--status-ink': inkOn(colour) }));

/** The soft colours of both themes, for the last notification. */
export const softStatusStyle = createdOnce((colour) => {
  const day = blend(colour, surfaces.day, softOpacity);
  const night = blend(colour, surfaces.night, softOpacity);
  return {
    '--status-soft-day': day,
    '--status-soft-day-ink': inkOn(day),
    '--status-soft-night': night,
    '--status-soft-night-ink': inkOn(night),
  };
});

/** Returns a function that maps a status code to its style. A style is created once for each colour. */
function createdOnce(create: (colour: Colour) => StatusStyle): (code: number) => StatusStyle {
  const styles = new Map<Colour, StatusStyle>();
  return (code) => {
    const { colour } = statusOfCode(code);
    const style = styles.get(colour) ?? create(colour);
    styles.set(colour, style);
    return style;
  };
}
