import type { ReactNode } from 'react';
import buttonStyles from '../../../ui/button.module.css';
import formStyles from '../form/form.module.css';
import { useTexts } from '../use-texts.ts';
import { CopyLine } from './copy-line.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './one-time-secret.module.css';

interface OneTimeSecretProps {
  /** Says that the secret is not shown again. */
  readonly notice: string;
  readonly label: string;
  readonly secret: string;
  readonly qrLabel: string;
  /** What stands below the secret, such as more lines to copy. */
  readonly children?: ReactNode;
  /** Undefined: there is no button, because the page goes on by itself. */
  readonly onDone?: (() => void) | undefined;
}

/** A secret that was just made, to copy or to scan. Nothing shows it again. */
export function OneTimeSecret({ notice, label, secret, qrLabel, children, onDone }: OneTimeSecretProps) {
  const { t } = useTexts();
  return (
    <section className={styles.secret} aria-label={label}>
      <p className={styles.notice}>{notice}</p>
      <div className={styles.parts}>
        <div className={styles.lines}>
          <CopyLine label={label} text={secret} />
          {children}
        </div>
        <QrCode text={secret} label={qrLabel} />
      </div>
      {onDone !== undefined && (
        <div className={formStyles.buttons}>
          <button type="button" className={buttonStyles.strong} onClick={onDone}>
            {t('shell.done')}
          </button>
        </div>
      )}
    </section>
  );
}
