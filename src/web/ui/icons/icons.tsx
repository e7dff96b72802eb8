import uiDrawings from './ui-drawings.json' with { type: 'json' };

export type UiIconName = keyof typeof uiDrawings;

interface IconLook {
  /** The width and height of the icon, in pixels or as a CSS length. Default: 24 pixels. */
  readonly size?: number | string;
  /** A CSS class that sets the colour or another size of the icon. */
  readonly className?: string | undefined;
}

export interface IconProps<Name> extends IconLook {
  readonly name: Name;
}

/**
 * A drawing on a grid of 24 by 24: strokes of width 2 with round ends, in the colour of the text. A head is drawn as a
 * solid dot, because a small ring looks solid from a distance.
 */
interface Drawing {
  /** The SVG path data of the lines, which are stroked and never filled. */
  readonly lines: string;
  /** The solid dots of the drawing: x, y and radius of each dot. */
  readonly dots?: readonly (readonly number[])[];
}

export function UiIcon({ name, ...look }: IconProps<UiIconName>) {
  return <Icon drawing={uiDrawings[name]} {...look} />;
}

/** Draws an icon. It has no text for screen readers, because there is always a text beside it. */
export function Icon({ drawing, size = 24, className }: IconLook & { readonly drawing: Drawing }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawing.lines} />
      {drawing.dots && <path d={drawing.dots.map(circlePath).join('')} fill="currentColor" stroke="none" />}
    </svg>
  );
}

/** Returns the path data of a dot. All dots are one path, so that the browser keeps the element at a new icon. */
function circlePath([x = 0, y = 0, radius = 0]: readonly number[]): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 0 0 ${2 * radius} 0a${radius} ${radius} 0 0 0 ${-2 * radius} 0`;
}
