import { Link } from 'react-router';
import { useTranslation } from '../language/translation.tsx';
import { homePath } from '../home/lists/addresses.ts';
import { answerQueueStore } from '../alerts/answers/answer-queue-store.ts';
import { LogoutButton } from '../identity/logout-button.tsx';
import { LanguageMenu } from '../ui/menu/language-menu.tsx';
import { SoundMenu } from '../sound/lazy-sound.ts';
import { forgetPhone } from '../phones/use-kept-phone.ts';
import { logoutQuestionStore } from '../board/watch/logout-question.ts';
import { AppearanceMenu } from '../ui/menu/appearance-menu.tsx';
import { Logo } from '../ui/brand/logo.tsx';
import { ConnectionIndicator } from '../ui/status/connection-indicator.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  readonly isSignedIn: boolean;
  /** Whether the page plays sounds, so that the bar shows the sound menu. */
  readonly hasSound: boolean;
}

/** Home link, title, connection indicator, menus and logout (LAYOUT-1). */
export function TopBar({ isSignedIn, hasSound }: TopBarProps) {
  const { t } = useTranslation();
  return (
    <header className={styles.bar}>
      <Link to={homePath} className={styles.home} aria-label={`${t('title')}: ${t('home')}`}>
        <Logo size={40} />
      </Link>
      <p className={styles.title}>{t('title')}</p>
      <div className={styles.controls}>
        {isSignedIn && <ConnectionIndicator />}
        {hasSound && <SoundMenu />}
        <AppearanceMenu />
        <LanguageMenu />
        {isSignedIn && <LogoutButton mayLogOut={mayLogOut} />}
      </div>
    </header>
  );
}

/** Asks whether to log out, if needed, and sends the answers to alerts. After a logout the phone gets no alerts of the user. */
async function mayLogOut(): Promise<boolean> {
  const mayLeave = (await logoutQuestionStore.get()?.()) ?? true;
  if (mayLeave) await answerQueueStore.get()?.sendAll();
  // The logout does not wait for the push service. The server sends nothing more in any case.
  if (mayLeave) void forgetPhone().catch(() => undefined);
  return mayLeave;
}
