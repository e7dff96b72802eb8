import styles from './logo.module.css';
import { Mark } from './mark.tsx';

interface LogoProps {
  /** `mark` alone, or with the product's name beside it. */
  readonly variant?: 'mark' | 'full';
  /** Edge of the mark, px. The name's size follows the text around it. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** The product's logo. Its name is always there to be read out, drawn or not. */
export function Logo({ variant = 'full', size = 32, className }: LogoProps) {
  if (variant === 'mark') return <Mark size={size} className={className} title="Room Status" />;
  return (
    <span className={className === undefined ? styles['logo'] : `${styles['logo']} ${className}`}>
      <Mark size={size} className={styles['mark']} />
      <span className={styles['wordmark']}>Room Status</span>
    </span>
  );
}
