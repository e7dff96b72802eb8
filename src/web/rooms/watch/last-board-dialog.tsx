import { useTranslation } from '../../language/translation.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import buttonStyles from '../../ui/button.module.css';
import styles from './last-board-dialog.module.css';
import { wardList } from './ward-list.ts';

interface LastBoardDialogProps {
  readonly wards: readonly string[];
  readonly onAnswer: (mayLogOut: boolean) => void;
}

/** Warns before the last board of wards that staff see and hear logs out. Escape and the first button stay. */
export function LastBoardDialog({ wards, onAnswer }: LastBoardDialogProps) {
  const { t, language } = useTranslation();
  const title = t('screen.last', { wards: wardList(wards, language) });
  return (
    <Dialog title={title} onClose={() => onAnswer(false)}>
      <p>{t('screen.last_text')}</p>
      <div className={styles.answers}>
        <button type="button" className={buttonStyles.strong} onClick={() => onAnswer(false)}>
          {t('screen.stay')}
        </button>
        <button type="button" className={buttonStyles.quiet} onClick={() => onAnswer(true)}>
          {t('logout')}
        </button>
      </div>
    </Dialog>
  );
}
