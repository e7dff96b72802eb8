import styles from './logo.module.css';
import { Mark } from './mark.tsx';

interface ProviderLogoProps {
  /** The provider's name as configured; `Room Status ID` is our embedded provider's. */
  readonly name: string;
  readonly className?: string | undefined;
}

/** The identity provider's logo, as it stands after the words "log in with". */
export function ProviderLogo({ name, className }: ProviderLogoProps) {
  return (
    <span className={className === undefined ? styles['logo'] : `${styles['logo']} ${className}`}>
      <Mark size={24} className={styles['mark']} />
      <span className={styles['wordmark']}>{name}</span>
    </span>
  );
}
