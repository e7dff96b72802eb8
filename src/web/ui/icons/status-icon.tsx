import type { StatusIcon } from '../../../domain/room-status.ts';
import { DrawnIcon } from './drawn-icon.tsx';
import { statusDrawings } from './status-drawings.ts';

interface StatusIconGraphicProps {
  readonly icon: StatusIcon;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
}

/** The icon of a room status. */
export function StatusIconGraphic({ icon, className, title }: StatusIconGraphicProps) {
  return <DrawnIcon drawing={statusDrawings[icon]} className={className} title={title} />;
}
