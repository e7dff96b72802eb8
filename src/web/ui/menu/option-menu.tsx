import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
} from 'react';
import buttonStyles from '../button.module.css';
import { UiIcon, type UiIconName } from '../icons/icons.tsx';
import styles from './option-menu.module.css';
import { placeBelow } from './place-below.ts';

interface MenuOption {
  readonly key: string;
  readonly name: string;
  readonly icon?: UiIconName;
  /** The language of the option's name, if it is not the language of the page. */
  readonly lang?: string;
  readonly choose: () => void;
}

interface OptionMenuProps {
  /** The label of the button for screen readers. */
  readonly label: string;
  readonly options: readonly MenuOption[];
  /** The key of the selected option. */
  readonly current: string;
  /** The content of the button. */
  readonly children: ReactNode;
}

/**
 * A button that opens a menu in which one option is selected (ARIA Authoring Practices, menu button). The menu is a
 * popover: the browser closes it on Escape and on a click elsewhere, and gives the focus back to the button.
 */
export function OptionMenu({ label, options, current, children }: OptionMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const { isOpen, onToggle } = useOpenState(menu);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonStyles.quiet}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={() => placeBelow(button.current, menu.current)}
        onToggle={onToggle}
        onKeyDown={(event) => moveFocus(event, menu.current)}
      >
        {isOpen &&
          options.map(({ key, name, icon, lang, choose }) => (
            <button
              key={key}
              type="button"
              role="menuitemradio"
              aria-checked={key === current}
              tabIndex={-1}
              className={styles.item}
              onClick={() => {
                menu.current?.hidePopover();
                choose();
              }}
            >
              {icon !== undefined && <UiIcon name={icon} className={styles.icon} />}
              <span className={styles.name} lang={lang}>
                {name}
              </span>
              {key === current && <UiIcon name="check" className={styles.check} />}
            </button>
          ))}
      </div>
    </>
  );
}

/** Whether the menu is open. The selected option gets the focus when it opens. */
function useOpenState(menu: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (isOpen) focusSelected(menu.current);
  }, [isOpen, menu]);
  return {
    isOpen,
    onToggle: ({ newState }: ToggleEvent): void => {
      setIsOpen(newState === 'open');
      // NOTE: the browser sends one event for a menu that is closed and opened again at once. Then the state stays the
      // same, and the options are there already.
      if (newState === 'open') focusSelected(menu.current);
    },
  };
}

function focusSelected(menu: HTMLElement | null): void {
  menu?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
}

/** Moves the focus with the arrow keys, Home, End, and to the next option that begins with the typed letter. */
function moveFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  if (menu === null) return;
  if (event.key === 'Tab') return menu.hidePopover();
  const items = [...menu.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const index = items.findIndex((item) => item === document.activeElement);
  const following = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  const targets: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: following[0],
    ArrowUp: following.at(-2),
    Home: items[0],
    End: items.at(-1),
  };
  const letter = event.key.toLocaleLowerCase();
  const target = targets[event.key] ?? following.find((item) => item.innerText.toLocaleLowerCase().startsWith(letter));
  if (target === undefined || event.key === ' ') return;
  event.preventDefault();
  target.focus();
}
