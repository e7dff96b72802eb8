import type { StatusIcon as StatusIconName } from '../../../domain/room-status.ts';
import { Icon, type IconProps } from './icons.tsx';
import statusDrawings from './status-drawings.json' with { type: 'json' };

/** The icon of a status. Each status has an outline of its own, so that staff can distinguish them from a distance. */
export function StatusIcon({ name, ...look }: IconProps<StatusIconName>) {
  return <Icon drawing={statusDrawings[name]} {...look} />;
}
