import { Suspense } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../language/translation.tsx';
import { homePath } from '../hierarchy/addresses.ts';
import { LogoutButton } from '../identity/logout-button.tsx';
import { LanguageMenu } from '../language/language-menu.tsx';
import { SoundMenu } from '../rooms/sound/lazy-sound.ts';
import { mayLogOut } from '../rooms/watch/logout-question.ts';
import { AppearanceMenu } from '../ui/appearance/appearance-menu.tsx';
import { Logo } from '../ui/brand/mark.tsx';
import { ConnectionIndicator } from '../ui/status/connection-indicator.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  readonly isSignedIn: boolean;
  /** True for a page that plays sounds. */
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
        {hasSound && (
          <Suspense>
            <SoundMenu />
          </Suspense>
        )}
        <AppearanceMenu />
        <LanguageMenu />
        {isSignedIn && <LogoutButton mayLogOut={mayLogOut} />}
      </div>
    </header>
  );
}
