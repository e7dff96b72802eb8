import type { StatusIcon as StatusIconName } from '../../../domain/room-status.ts';
import { Icon, type IconProps } from './icons.tsx';
import statusDrawings from './status-drawings.json' with { type: 'json' };

/** The icon of a status. The outlines of these icons differ, so that staff can tell them apart from a distance. */
export function StatusIcon({ name, className }: IconProps<StatusIconName>) {
  return <Icon drawing={statusDrawings[name]} className={className} />;
}
