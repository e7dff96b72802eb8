import { embeddedProviderName } from '../../../contract/environment.ts';
import styles from './logo.module.css';
import { Mark } from './mark.tsx';

interface ProviderLogoProps {
  /** The provider's name as configured. */
  readonly name: string;
  readonly className?: string | undefined;
}

/**
 * The provider's logo, as it stands after the words "log in with". Ours is the mark and the name;
 * the logo of another is not ours to draw, so its name stands alone.
 */
export function ProviderLogo({ name, className }: ProviderLogoProps) {
  return (
    <span className={[styles.logo, className].filter(Boolean).join(' ')}>
      {name === embeddedProviderName && <Mark size={24} className={styles.mark} />}
      <span className={styles.name}>{name}</span>
    </span>
  );
}
