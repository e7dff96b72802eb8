import { useEffect, useEffectEvent, useState } from 'react';
import { QrCode } from '../administration/one-time-secret/qr-code.tsx';
import { useApi } from '../api/api-client.tsx';
import { loginPath } from '../identity/paths.ts';
import { Logo } from '../ui/brand/logo.tsx';
import { useTranslation } from '../language/translation.tsx';
import { LanguageMenu } from '../ui/menu/language-menu.tsx';
import { pairScreen, type ShownCode } from './pair-screen.ts';
import styles from './pairing-page.module.css';
import { useWallBoardTexts } from './use-wall-board-texts.ts';

interface PairingPageProps {
  /** Whether this screen was a wall board until now. */
  readonly wasRevoked: boolean;
  readonly onPaired: (token: string) => void;
}

/** Shows the code that a manager enters to make this screen a wall board. */
export function PairingPage({ wasRevoked, onPaired }: PairingPageProps) {
  const { t } = useTranslation();
  const texts = useWallBoardTexts();
  const code = useShownCode(onPaired);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo size={48} />
        <p>{t('title')}</p>
        <LanguageMenu />
      </header>
      <main className={styles.main}>
        <h1 className={styles.title}>{texts('screen.title')}</h1>
        {wasRevoked && (
          <p className={styles.revoked} role="alert">
            {texts('screen.revoked')}
          </p>
        )}
        {code === undefined ? (
          <p className={styles.step}>{texts('screen.unreachable')}</p>
        ) : (
          <div className={styles.parts}>
            <div className={styles.steps}>
              <p className={styles.step}>{texts('screen.open')}</p>
              <p className={styles.address}>{addressOf(code.verification_uri)}</p>
              <p className={styles.step}>{texts('screen.enter')}</p>
              <p className={styles.code} data-user-code>
                {code.user_code}
              </p>
            </div>
            <QrCode text={code.verification_uri_complete} label={texts('screen.qr')} />
          </div>
        )}
        <a className={styles.login} href={loginPath}>
          {texts('screen.login')}
        </a>
      </main>
    </div>
  );
}

/** Undefined: the server has not answered yet. */
function useShownCode(onPaired: (token: string) => void): ShownCode | undefined {
  const { call } = useApi();
  const [code, setCode] = useState<ShownCode>();
  const finish = useEffectEvent(onPaired);
  useEffect(() => {
    const stopping = new AbortController();
    pairScreen({ call, onCode: setCode, signal: stopping.signal }).then(
      (token) => stopping.signal.aborted || finish(token),
      () => undefined,
    );
    return () => stopping.abort();
  }, [call]);
  return code;
}

/** The address as people type it. */
function addressOf(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
