import { Icon, type IconProps } from '../ui/icons/icons.tsx';
import drawings from './manage-drawings.json' with { type: 'json' };

export type ManageIconName = keyof typeof drawings;

/** An icon of the administration. Its drawings are in a file of their own, so that a board does not load them. */
export function ManageIcon({ name, ...look }: IconProps<ManageIconName>) {
  return <Icon drawing={drawings[name]} {...look} />;
}
