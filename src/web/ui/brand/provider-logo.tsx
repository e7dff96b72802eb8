import { embeddedProviderName } from '../../../contract/environment.ts';
import styles from './provider-logo.module.css';
import { Mark } from './mark.tsx';

interface ProviderLogoProps {
  /** The configured name of the provider. */
  readonly name: string;
  readonly className?: string | undefined;
}

/**
 * The logo of the provider, shown after "log in with". The embedded provider has a mark and a name, which screen
 * readers read as one image. Any other provider has only a name.
 */
export function ProviderLogo({ name, className }: ProviderLogoProps) {
  const isEmbedded = name === embeddedProviderName;
  return (
    <span
      className={[styles.logo, className].filter(Boolean).join(' ')}
      {...(isEmbedded ? { role: 'img', 'aria-label': name } : {})}
    >
      {isEmbedded && <Mark size={24} className={styles.mark} />}
      <span className={styles.name}>{name}</span>
    </span>
  );
}
