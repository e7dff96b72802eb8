import { useTranslation } from './translation.tsx';
import { languages } from '../../domain/language.ts';
import { UiIcon } from '../ui/icons/icons.tsx';
import { OptionMenu } from '../ui/menu/option-menu.tsx';
import styles from './language-menu.module.css';

/** The button shows the chosen language. The menu lists all languages, each by its own name (LAYOUT-4). */
export function LanguageMenu() {
  const { t, chosenLanguage: current, chooseLanguage } = useTranslation();
  const currentName = languages.find(({ code }) => code === current)?.name;
  const options = languages.map(({ code, name }) => ({
    key: code,
    name,
    lang: code,
    choose: () => chooseLanguage(code),
  }));
  return (
    <OptionMenu label={`${t('language')}: ${currentName}`} options={options} current={current}>
      {currentName}
      <UiIcon name="chevron-down" className={styles.chevron} />
    </OptionMenu>
  );
}
