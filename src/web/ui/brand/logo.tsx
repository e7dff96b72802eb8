import styles from './logo.module.css';
import { Mark } from './mark.tsx';

/** The brand name, the same in every language. */
const productName = 'Room Status';

interface LogoProps {
  /** The mark alone, or with the name of the product beside it. */
  readonly variant?: 'mark' | 'full';
  /** Width and height of the mark in px. The name has the size of the surrounding text. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** The logo of the product. Screen readers read its name in both variants. */
export function Logo({ variant = 'full', size = 32, className }: LogoProps) {
  if (variant === 'mark') return <Mark size={size} className={className} title={productName} />;
  return (
    <span className={[styles.logo, className].filter(Boolean).join(' ')}>
      <Mark size={size} className={styles.mark} />
      <span className={styles.name}>{productName}</span>
    </span>
  );
}
