import buttonStyles from '../../../ui/button.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import styles from './rule-form.module.css';

interface OwnRuleButtonsProps {
  /** Undefined: there is no change that is not saved. */
  readonly onDiscard: (() => void) | undefined;
  /** Undefined: the place has no rule of its own. */
  readonly onInherit: (() => void) | undefined;
}

/** Takes back a change that is not saved, or lets the places above decide. */
export function OwnRuleButtons({ onDiscard, onInherit }: OwnRuleButtonsProps) {
  const { t } = useTexts();
  if (onDiscard === undefined && onInherit === undefined) return null;
  return (
    <div className={styles.buttons}>
      {onDiscard !== undefined && (
        <button type="button" className={buttonStyles.quiet} onClick={onDiscard}>
          {t('rules.discard')}
        </button>
      )}
      {onInherit !== undefined && (
        <button type="button" className={buttonStyles.quiet} onClick={onInherit}>
          {t('rules.inherit')}
        </button>
      )}
    </div>
  );
}
