/**
 * The colours of a status as custom properties for the style sheets: the full colour for the room status, and 70% of it
 * over the surface of a card for the last notification (specification, section 4). In the dark theme a calm room has
 * darker shades of both (decisions 073 and 111). Text is black or white, whichever has more contrast.
 */
import type { CSSProperties } from 'react';
import { blend, inkOn, nightInk, type Colour } from '../../../domain/colour.ts';
import { type RoomStatus, statusOfCode } from '../../../domain/room-status.ts';

/** The background of a card in each theme. NOTE: `--surface` in theme.css has the same values. */
const surfaces = { day: '#ffffff', night: '#171c24' } as const;
const softOpacity = 0.7;

type StatusStyle = CSSProperties & Record<`--${string}`, string>;

/** The full colour, for the room status. `isCalm`: see `isCalm` in domain/room.ts. */
export const statusStyle = createdOnce(({ colour, night }, isCalm) => {
  const ink = inkOn(colour);
  if (!isCalm) return { '--status': colour, '--status-ink': ink };
  return { '--status': lightDark(colour, night), '--status-ink': lightDark(ink, nightInk) };
});

/** The soft colours of both themes, for the last notification. */
export const softStatusStyle = createdOnce(({ colour, night }, isCalm) => {
  const day = blend(colour, surfaces.day, softOpacity);
  const dark = blend(isCalm ? night : colour, surfaces.night, softOpacity);
  return {
    '--status-soft': lightDark(day, dark),
    '--status-soft-ink': lightDark(inkOn(day), isCalm ? nightInk : inkOn(dark)),
  };
});

function lightDark(day: Colour, night: Colour): string {
  return `light-dark(${day}, ${night})`;
}

/** Returns a function that maps a status code to its style. A style is created once for each colour. */
function createdOnce(
  create: (status: RoomStatus, isCalm: boolean) => StatusStyle,
): (code: number, isCalm: boolean) => StatusStyle {
  const styles = { calm: new Map<Colour, StatusStyle>(), full: new Map<Colour, StatusStyle>() };
  return (code, isCalm) => {
    const status = statusOfCode(code);
    const { colour } = status;
    const created = isCalm ? styles.calm : styles.full;
    const style = created.get(colour) ?? create(status, isCalm);
    created.set(colour, style);
    return style;
  };
}
