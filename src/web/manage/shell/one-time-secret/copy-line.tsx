import { useId, useState } from 'react';
import buttonStyles from '../../../ui/button.module.css';
import { useTexts } from '../use-texts.ts';
import styles from './one-time-secret.module.css';

/** A line to copy, with its button. Without the clipboard the line can still be selected. */
export function CopyLine({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTexts();
  const id = useId();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <div className={styles.copy} role="group" aria-labelledby={id}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <code className={styles.code} dir="ltr">
        {text}
      </code>
      <button type="button" className={buttonStyles.quiet} onClick={() => void copy().catch(() => undefined)}>
        {t(isCopied ? 'shell.copied' : 'shell.copy')}
      </button>
    </div>
  );
}
