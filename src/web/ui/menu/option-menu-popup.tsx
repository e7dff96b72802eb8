import { useState, type ReactNode } from 'react';
import { Menu } from '@base-ui/react/menu';
import buttonStyles from '../button.module.css';
import { UiIcon, type UiIconName } from '../icons/icons.tsx';
import styles from './option-menu-popup.module.css';

interface MenuOption {
  readonly key: string;
  readonly name: string;
  readonly icon?: UiIconName;
  /** The language of the option's name, if it is not the language of the page. */
  readonly lang?: string;
  readonly choose: () => void;
}

export interface OptionMenuProps {
  /** The label of the button for screen readers. */
  readonly label: string;
  readonly options: readonly MenuOption[];
  /** The key of the selected option. */
  readonly current: string;
  /** The content of the button. */
  readonly children: ReactNode;
}

/** A menu and its button. The menu starts open, because a click on the button loads this component. */
export function OptionMenuPopup({ label, options, current, children }: OptionMenuProps) {
  // The menu is rendered beside its button. At the end of the page it would be outside of every landmark.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger className={buttonStyles.quiet} aria-label={label}>
        {children}
      </Menu.Trigger>
      <span ref={setContainer} className={styles.place} />
      <Menu.Portal container={container}>
        <Menu.Positioner className={styles.positioner} align="end" sideOffset={8} collisionPadding={8}>
          <Menu.Popup className={styles.popup}>
            <Menu.RadioGroup
              value={current}
              onValueChange={(key) => options.find((option) => option.key === key)?.choose()}
            >
              {options.map(({ key, name, icon, lang }) => (
                <Menu.RadioItem key={key} value={key} className={styles.item} closeOnClick>
                  {icon !== undefined && <UiIcon name={icon} className={styles.icon} />}
                  <span className={styles.name} lang={lang}>
                    {name}
                  </span>
                  <Menu.RadioItemIndicator className={styles.check}>
                    <UiIcon name="check" className={styles.icon} />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
