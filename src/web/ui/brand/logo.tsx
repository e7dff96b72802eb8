import styles from './logo.module.css';
import { Mark } from './mark.tsx';

/** The product's name is its brand: the same in every language. */
const productName = 'Room Status';

interface LogoProps {
  /** The mark alone, or with the product's name beside it. */
  readonly variant?: 'mark' | 'full';
  /** Edge of the mark, px. The name's size is that of the text around it. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** The product's logo. Its name is always there to be read out, drawn or not. */
export function Logo({ variant = 'full', size = 32, className }: LogoProps) {
  if (variant === 'mark') return <Mark size={size} className={className} title={productName} />;
  return (
    <span className={[styles.logo, className].filter(Boolean).join(' ')}>
      <Mark size={size} className={styles.mark} />
      <span className={styles.name}>{productName}</span>
    </span>
  );
}
