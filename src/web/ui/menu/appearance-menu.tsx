/** The theme: light, dark, or the setting of the system. The user's choice is stored in this browser. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../icons/icons.tsx';
import { ChoiceMenu } from './choice-menu.tsx';

const appearances = ['system', 'light', 'dark'] as const;
type Appearance = (typeof appearances)[number];

// NOTE: public/appearance.js reads the same key before the first paint.
const storageKey = 'room-status:appearance';

const icons = { system: 'system', light: 'day', dark: 'night' } as const;

/** The menu for the theme: system, day or night. */
export function AppearanceMenu() {
  const { t } = useTranslation();
  const current = useSyncExternalStore(subscribe, chosenAppearance);
  const choices = appearances.map((key) => ({ key, name: t(`theme.${key}`) }));
  return (
    <ChoiceMenu label={t('theme.label')} choices={choices} current={current} onChoose={chooseAppearance}>
      <UiIcon name={icons[current]} size={20} />
    </ChoiceMenu>
  );
}

function chooseAppearance(appearance: Appearance): void {
  if (appearance === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, appearance);
  // Sends the event `storage` to this tab too, because the browser sends it to other tabs only.
  window.dispatchEvent(new Event('storage'));
}

function chosenAppearance(): Appearance {
  const stored = localStorage.getItem(storageKey);
  return appearances.find((appearance) => appearance === stored) ?? 'system';
}

function subscribe(listener: () => void): () => void {
  const onChange = () => {
    const appearance = chosenAppearance();
    if (appearance === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = appearance;
    listener();
  };
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}
