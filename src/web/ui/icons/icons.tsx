import uiDrawings from './ui-drawings.json' with { type: 'json' };

export type UiIconName = keyof typeof uiDrawings;

export interface IconProps<Name> {
  readonly name: Name;
  /** A class that sets the size. The default size is 24 px. */
  readonly className?: string | undefined;
}

/**
 * An icon on a grid of 24 by 24: strokes of width 2 with round ends, in the colour of the text. A head is drawn as a
 * solid dot, because a small ring looks solid from a distance.
 */
interface Drawing {
  /** SVG path data, stroked and never filled. */
  readonly lines: string;
  /** The solid dots: x, y and radius of each dot. */
  readonly dots?: readonly (readonly number[])[];
}

export function UiIcon({ name, className }: IconProps<UiIconName>) {
  return <Icon drawing={uiDrawings[name]} className={className} />;
}

/** An icon that screen readers skip, because there is always a text beside it. */
export function Icon({ drawing, className }: { readonly drawing: Drawing; readonly className: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox="0 0 24 24"
      width="24"
      height="24"
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

/** All dots are one path, so that the browser keeps the elements when a room shows another icon. */
function circlePath([x = 0, y = 0, radius = 0]: readonly number[]): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 0 0 ${2 * radius} 0a${radius} ${radius} 0 0 0 ${-2 * radius} 0`;
}
