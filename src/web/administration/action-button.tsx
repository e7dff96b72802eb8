import type { ComponentProps } from 'react';
import { Button } from '../ui/button/button.tsx';
import { ManageIcon, type ManageIconName } from './manage-icon.tsx';

interface ActionButtonProps extends ComponentProps<typeof Button> {
  /** The icon before the text of the button. A button without a text needs an `aria-label`. */
  readonly icon: ManageIconName;
}

export function ActionButton({ icon, children, ...button }: ActionButtonProps) {
  return (
    <Button {...button}>
      <ManageIcon name={icon} size={20} />
      {children}
    </Button>
  );
}
