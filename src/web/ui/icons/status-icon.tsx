import type { StatusIcon } from '../../../domain/room-status.ts';
import { DrawnIcon } from './drawn-icon.tsx';
import { statusDrawings } from './status-drawings.ts';

interface StatusIconGraphicProps {
  readonly icon: StatusIcon;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
}

/** What is happening in a room, as a picture. The word stands beside it, so it is silent by default. */
export function StatusIconGraphic({ icon, className, title }: StatusIconGraphicProps) {
  return <DrawnIcon drawing={statusDrawings[icon]} className={className} title={title} />;
}
