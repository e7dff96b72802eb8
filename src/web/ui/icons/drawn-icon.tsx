import type { Drawing } from './drawing.ts';

interface DrawnIconProps {
  readonly drawing: Drawing;
  /** Sets the size; 24 px without it. */
  readonly className?: string | undefined;
  /** Text for screen readers. Without it they skip the icon, because a text stands beside it. */
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
