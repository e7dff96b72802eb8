import type { ReactNode } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { useTexts } from '../use-texts.ts';
import { QrCode } from './qr-code.tsx';
import { CopyLine } from './copy-line.tsx';
import styles from './one-time-secret.module.css';
import layout from '../../ui/layout.module.css';

interface OneTimeSecretProps {
  /** The text that says that the secret is not shown again. */
  readonly notice: string;
  readonly label: string;
  readonly secret: string;
  readonly qrLabel: string;
  /** Who opens the server's address in the secret or below it. People need https to log in, devices do not. */
  readonly usedBy: 'people' | 'devices';
  /** The content below the secret, for example more lines to copy. */
  readonly children?: ReactNode;
  /** Called when "Done" is pressed. Undefined: there is no such button, because the page continues by itself. */
  readonly onDone?: (() => void) | undefined;
}

/** Shows a new device key or link, to copy or to scan. The server does not send it a second time. */
export function OneTimeSecret({ notice, label, secret, qrLabel, usedBy, children, onDone }: OneTimeSecretProps) {
  const { t } = useTexts();
  return (
    <section className={layout.stack} aria-label={label}>
      <PageNotice tone="warning">{notice}</PageNotice>
      <div className={styles.parts}>
        <div className={layout.stack}>
          <CopyLine label={label} text={secret} />
          {children}
          <LocalAddress usedBy={usedBy} />
        </div>
        <QrCode text={secret} label={qrLabel} />
      </div>
      {onDone !== undefined && (
        <ButtonRow>
          <Button look="strong" onClick={onDone}>
            {t('shell.done')}
          </Button>
        </ButtonRow>
      )}
    </section>
  );
}

/** Settings and not commands, because the demo, a home and a service are started in different ways. */
const settings = {
  people: 'ROOM_STATUS_URL=https://rooms.example.org TRUSTED_PROXIES=127.0.0.1',
  devices: 'HOST=0.0.0.0',
} as const;

/**
 * Warns that the address of this page, such as localhost, cannot be opened on other machines, and explains what to do.
 * Shows nothing for any other address.
 */
function LocalAddress({ usedBy }: Pick<OneTimeSecretProps, 'usedBy'>) {
  const { t } = useTexts();
  const isLocal = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
  return isLocal && <CopyLine label={t(`shell.local_address.${usedBy}`)} text={settings[usedBy]} />;
}
