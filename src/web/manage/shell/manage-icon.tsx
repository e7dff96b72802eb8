import { Icon, type IconProps } from '../../ui/icons/icons.tsx';
import drawings from './manage-drawings.json' with { type: 'json' };

export type ManageIconName = keyof typeof drawings;

/** An icon of the administration. Its drawings are not part of the board. */
export function ManageIcon({ name, className }: IconProps<ManageIconName>) {
  return <Icon drawing={drawings[name]} className={className} />;
}
