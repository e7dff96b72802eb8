/**
 * The colours of a status as custom properties for the style sheets: the full colour for the room status, and 70% of it
 * over the surface of a card for the last notification (specification, section 4). In the dark theme a calm room has
 * darker shades of both (decisions 073 and 111). Text is black or white, whichever has more contrast.
 */
import type { CSSProperties } from 'react';
import { blendColours, chooseTextColour, nightTextColour, type Colour } from '../../../domain/colour.ts';
import { type RoomStatus, statusOfCode } from '../../../domain/room-status.ts';

/** The background of a card in each theme. NOTE: `--surface` in theme.css must have the same values. */
const surfaces = { day: '#ffffff', night: '#171c24' } as const;
const softOpacity = 0.7;

type StatusStyle = CSSProperties & Record<`--${string}`, string>;

/** The full colour, for the room status. `isCalm`: see `isCalm` in domain/room.ts. */
export const statusStyle = memoizeByColour(({ colour, night }, isCalm) => {
  const ink = chooseTextColour(colour);
  if (!isCalm) return { '--status': colour, '--status-ink': ink };
  return { '--status': lightDark(colour, night), '--status-ink': lightDark(ink, nightTextColour) };
});

/** The colours of a last notification in both themes: softer than those of the room status. */
export const softStatusStyle = memoizeByColour(({ colour, night }, isCalm) => {
  const day = blendColours(colour, surfaces.day, softOpacity);
  const dark = blendColours(isCalm ? night : colour, surfaces.night, softOpacity);
  return {
    '--status-soft': lightDark(day, dark),
    '--status-soft-ink': lightDark(chooseTextColour(day), isCalm ? nightTextColour : chooseTextColour(dark)),
  };
});

function lightDark(day: Colour, night: Colour): string {
  return `light-dark(${day}, ${night})`;
}

/** Returns a function that maps a status code to its style. A style is created once for each colour. */
function memoizeByColour(
  create: (status: RoomStatus, isCalm: boolean) => StatusStyle,
): (code: number, isCalm: boolean) => StatusStyle {
  const styles = new Map<string, StatusStyle>();
  return (code, isCalm) => {
    const status = statusOfCode(code);
    const key = `${status.colour} ${isCalm}`;
    const style = styles.get(key) ?? create(status, isCalm);
    styles.set(key, style);
    return style;
  };
}
