import buttonStyles from '../../../ui/button.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import type { usePreview } from './use-preview.ts';
import styles from './preview.module.css';

interface PreviewSummaryProps {
  readonly counted: ReturnType<typeof usePreview>;
  /** Scrolls to the preview, which is below the sentences on a small screen. */
  readonly onDetails: () => void;
}

/** The two numbers of the preview, beside the button that saves. */
export function PreviewSummary({ counted: { data, error, isCounting }, onDetails }: PreviewSummaryProps) {
  const { t } = useTexts();
  const numbers = (before: number, after: number) =>
    [
      t('rules.preview.title'),
      t('rules.preview.before', { count: before }),
      t('rules.preview.after', { count: after }),
    ].join(' · ');
  const isKnown = data !== undefined && data.nights.length > 0 && error === null && !isCounting;
  return (
    <div className={styles.summary}>
      <p role="status">
        {isKnown && numbers(data.before, data.after)}
        {isCounting && t('rules.preview.counting')}
      </p>
      {isKnown && (
        <button type="button" className={`${buttonStyles.quiet} ${styles.details}`} onClick={onDetails}>
          {t('rules.preview.details')}
        </button>
      )}
    </div>
  );
}
