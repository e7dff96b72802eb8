import type { StatusIcon as StatusIconName } from '../../../domain/room-status.ts';
import type { Drawing } from './drawing.ts';
import { statusDrawings } from './status-drawings.ts';
import { uiDrawings, type UiIconName } from './ui-drawings.ts';

interface IconProps<Name> {
  readonly name: Name;
  /** Sets the size; 24 px without it. */
  readonly className?: string | undefined;
}

export function StatusIcon({ name, className }: IconProps<StatusIconName>) {
  return <Icon drawing={statusDrawings[name]} className={className} />;
}

export function UiIcon({ name, className }: IconProps<UiIconName>) {
  return <Icon drawing={uiDrawings[name]} className={className} />;
}

/** Screen readers skip every icon, because a text stands beside it. */
function Icon({ drawing, className }: { readonly drawing: Drawing; readonly className: string | undefined }) {
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
      {drawing.dots?.map(([x, y, radius]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} fill="currentColor" stroke="none" />
      ))}
    </svg>
  );
}
