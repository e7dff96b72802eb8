/** The picture behind the login, another one on narrow screens (LOGIN-1). */
export function LoginPicture({ className }: { readonly className?: string | undefined }) {
  return <div className={className} />;
}
