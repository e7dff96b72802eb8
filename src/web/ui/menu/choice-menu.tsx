import type { ReactNode } from 'react';
import styles from './choice-menu.module.css';

interface ChoiceMenuProps<Key extends string> {
  /** The name of what is chosen, such as "Language". */
  readonly label: string;
  readonly choices: readonly { readonly key: Key; readonly name: string; readonly lang?: string }[];
  readonly current: Key;
  readonly onChoose: (key: Key) => void;
  /** The visible content of the button, such as an icon and the selected choice. */
  readonly children: ReactNode;
}

/** A button that opens the browser's own list with one selected choice. */
export function ChoiceMenu<Key extends string>({ label, choices, current, onChoose, children }: ChoiceMenuProps<Key>) {
  const choose = (value: string) => {
    const chosen = choices.find(({ key }) => key === value);
    if (chosen !== undefined) onChoose(chosen.key);
  };
  return (
    <label className={styles.menu}>
      <span className={styles.button} aria-hidden="true">
        {children}
      </span>
      <select
        className={styles.list}
        aria-label={label}
        value={current}
        onChange={({ target }) => choose(target.value)}
      >
        {choices.map(({ key, name, lang }) => (
          <option key={key} value={key} lang={lang}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
