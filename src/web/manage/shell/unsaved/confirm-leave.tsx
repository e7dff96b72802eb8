import buttonStyles from '../../../ui/button.module.css';
import { Dialog } from '../dialog/dialog.tsx';
import formStyles from '../form/form.module.css';
import { useTexts } from '../use-texts.ts';

interface ConfirmLeaveProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export function ConfirmLeave({ onStay, onLeave }: ConfirmLeaveProps) {
  const { t } = useTexts();
  return (
    <Dialog title={t('shell.unsaved_title')} onClose={onStay}>
      <p>{t('shell.unsaved_text')}</p>
      <div className={formStyles.buttons}>
        <button type="button" className={buttonStyles.quiet} onClick={onLeave}>
          {t('shell.discard')}
        </button>
        <button type="button" className={buttonStyles.strong} onClick={onStay}>
          {t('shell.stay')}
        </button>
      </div>
    </Dialog>
  );
}
