import narrow from '../pictures/corridor-narrow.webp';
import wide from '../pictures/corridor-wide.webp';

/** The background picture of the login. Narrow screens get another one (LOGIN-1). */
export function LoginPicture({ className }: { readonly className?: string | undefined }) {
  return (
    <picture className={className}>
      <source media="(min-width: 900px)" srcSet={wide} />
      <img src={narrow} alt="" fetchPriority="high" />
    </picture>
  );
}
