import { embeddedProviderName } from '../../../contract/environment.ts';
import styles from './logo.module.css';
import { Mark } from './mark.tsx';

interface ProviderLogoProps {
  /** The provider's name as configured. */
  readonly name: string;
  readonly className?: string | undefined;
}

/**
 * The provider's logo, as it stands after the words "log in with". Ours is the mark and the name,
 * one picture to whoever listens; the logo of another is not ours to draw, so its name stands alone.
 */
export function ProviderLogo({ name, className }: ProviderLogoProps) {
  const isOurs = name === embeddedProviderName;
  return (
    <span
      className={[styles.logo, className].filter(Boolean).join(' ')}
      {...(isOurs ? { role: 'img', 'aria-label': name } : {})}
    >
      {isOurs && <Mark size={24} className={styles.mark} />}
      <span className={styles.name}>{name}</span>
    </span>
  );
}
