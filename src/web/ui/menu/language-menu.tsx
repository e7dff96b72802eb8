import { useTranslation } from '../../language/translation.tsx';
import { languages } from '../../../domain/language.ts';
import { UiIcon } from '../icons/icons.tsx';
import { ChoiceMenu } from './choice-menu.tsx';
import styles from './choice-menu.module.css';

const choices = languages.map(({ code, name }) => ({ key: code, name, lang: code }));

/**
 * The language menu. The button shows the chosen language, the menu all languages, each in its own language (LAYOUT-4).
 */
export function LanguageMenu() {
  const { t, chosenLanguage: current, chooseLanguage } = useTranslation();
  return (
    <ChoiceMenu label={t('language')} choices={choices} current={current} onChoose={chooseLanguage}>
      {choices.find(({ key }) => key === current)?.name}
      <UiIcon name="chevron-down" size={20} className={styles.chevron} />
    </ChoiceMenu>
  );
}
