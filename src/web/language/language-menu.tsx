import { useTranslation } from 'react-i18next';
import { languages } from '../../domain/language.ts';
import { UiIcon } from '../ui/icons/icons.tsx';
import { OptionMenu } from '../ui/menu/option-menu.tsx';
import { currentLanguage } from './i18n.ts';
import styles from './language-menu.module.css';

/** The button shows the current language. The menu lists all languages, each by its own name (LAYOUT-4). */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current = currentLanguage(i18n);
  const currentName = languages.find(({ code }) => code === current)?.name;
  const options = languages.map(({ code, name }) => ({
    key: code,
    name,
    lang: code,
    choose: () => void i18n.changeLanguage(code),
  }));
  return (
    <OptionMenu label={`${t('language')}: ${currentName}`} options={options} current={current}>
      {currentName}
      <UiIcon name="chevron-down" className={styles.chevron} />
    </OptionMenu>
  );
}
