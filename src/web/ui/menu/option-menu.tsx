import { useState, type ComponentType, type ReactNode } from 'react';
import buttonStyles from '../button.module.css';
import type { UiIconName } from '../icons/ui-drawings.ts';

export interface Option {
  readonly key: string;
  readonly name: string;
  readonly icon?: UiIconName;
  /** Language of the name, where it is not the page's. */
  readonly lang?: string;
  readonly choose: () => void;
}

export interface OptionMenuProps {
  /** Read aloud in place of what the button shows. */
  readonly label: string;
  readonly options: readonly Option[];
  /** Key of the option that holds. */
  readonly current: string;
  /** What the button shows. */
  readonly children: ReactNode;
}

/** Fetched when it is first needed: most visits open no menu. */
const loadPopup = () => import('./option-menu-popup.tsx');

/** A button with a menu of options, one of which holds. */
export function OptionMenu(props: OptionMenuProps) {
  const [Popup, setPopup] = useState<ComponentType<OptionMenuProps>>();
  if (Popup !== undefined) return <Popup {...props} />;

  async function open() {
    try {
      const { OptionMenuPopup } = await loadPopup();
      setPopup(() => OptionMenuPopup);
    } catch (error) {
      console.error('The menu could not be loaded, reason:', error);
    }
  }

  return (
    <button
      type="button"
      className={buttonStyles.quiet}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadPopup().catch(() => undefined)}
      onClick={() => void open()}
    >
      {props.children}
    </button>
  );
}
