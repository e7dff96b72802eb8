import { Mark } from './mark.tsx';

interface LogoProps {
  /** Width and height in px. */
  readonly size: number;
  readonly className?: string | undefined;
}

/** The mark of the product. Screen readers read its name, which is the same in every language. */
export function Logo({ size, className }: LogoProps) {
  return <Mark size={size} className={className} title="Room Status" />;
}
