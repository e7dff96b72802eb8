import { embeddedProviderName } from '../../../contract/environment.ts';
import styles from './logo.module.css';

interface LogoProps {
  /** The width and height of the logo in CSS pixels. */
  readonly size: number;
  /** The text for screen readers. Default: the name of the product, which is the same in every language. */
  readonly alt?: string;
}

/** The logo of the product. */
export function Logo({ size, alt = 'Room Status' }: LogoProps) {
  return <img src="/favicon.svg" alt={alt} width={size} height={size} />;
}

/** The logo of the provider with this name, shown after "log in with". The embedded provider also has a mark. */
export function ProviderLogo({ name }: { readonly name: string }) {
  return (
    <span className={styles.provider}>
      {name === embeddedProviderName && <Logo size={24} alt="" />}
      {name}
    </span>
  );
}
