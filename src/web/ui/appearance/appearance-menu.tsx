import { useTranslation } from '../../language/translation.tsx';
import { appearances, chooseAppearance, useAppearance } from './appearance.ts';
import buttonStyles from '../button.module.css';
import { UiIcon } from '../icons/icons.tsx';
import { OptionMenu } from '../menu/option-menu.tsx';

const icons = { system: 'system', light: 'day', dark: 'night' } as const;

/** A menu for the theme: as on the device, day or night. */
export function AppearanceMenu() {
  const { t } = useTranslation();
  const current = useAppearance();
  const options = appearances.map((appearance) => ({
    key: appearance,
    name: t(`theme.${appearance}`),
    icon: icons[appearance],
    choose: () => chooseAppearance(appearance),
  }));
  return (
    <OptionMenu label={`${t('theme.label')}: ${t(`theme.${current}`)}`} options={options} current={current}>
      <UiIcon name={icons[current]} className={buttonStyles.icon} />
    </OptionMenu>
  );
}
