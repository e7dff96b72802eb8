import type { ReactNode } from 'react';
import type { UiIconName } from '../icons/ui-drawings.ts';

interface MenuOption {
  readonly key: string;
  readonly name: string;
  readonly icon?: UiIconName;
  /** Language of the name, if it is not the language of the page. */
  readonly lang?: string;
  readonly choose: () => void;
}

export interface OptionMenuProps {
  /** Read by screen readers instead of the content of the button. */
  readonly label: string;
  readonly options: readonly MenuOption[];
  /** Key of the selected option. */
  readonly current: string;
  /** Content of the button. */
  readonly children: ReactNode;
}
