import { useState, type ComponentType } from 'react';
import buttonStyles from '../button.module.css';
import type { OptionMenuProps } from './option-menu-popup.tsx';

/** The menu is loaded at the first click, because most visits open no menu. */
const loadPopup = () => import('./option-menu-popup.tsx');

/** A button that opens a menu in which one option is selected. */
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
