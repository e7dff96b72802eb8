import type { Drawing } from './drawing.ts';

interface DrawnIconProps {
  readonly drawing: Drawing;
  /** Sets the size, by width and height; 24 px without it. */
  readonly className?: string | undefined;
  /** Spoken to those who do not see the icon. Without it the icon is decoration beside a word. */
  readonly title?: string | undefined;
}

export function DrawnIcon({ drawing, className, title }: DrawnIconProps) {
  const spoken = title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title };
  return (
    <svg
      {...spoken}
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
      {drawing.dots?.map(([x, y, radius]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} fill="currentColor" stroke="none" />
      ))}
    </svg>
  );
}
