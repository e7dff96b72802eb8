import { useId, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { useTexts } from '../use-texts.ts';
import formStyles from '../../ui/form/form.module.css';
import styles from './one-time-secret.module.css';
import layout from '../../ui/layout.module.css';

/** A text with a button that copies the text. If the browser denies the clipboard, users can select the text. */
export function CopyLine({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTexts();
  const id = useId();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <div className={`${layout.row} ${styles.copy}`} role="group" aria-labelledby={id}>
      <p id={id} className={formStyles.label}>
        {label}
      </p>
      <code className={`${layout.box} ${styles.code}`} dir="ltr">
        {text}
      </code>
      <Button onClick={() => void copy().catch(() => undefined)}>{t(isCopied ? 'shell.copied' : 'shell.copy')}</Button>
    </div>
  );
}
