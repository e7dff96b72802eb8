interface MarkProps {
  /** Edge of the square, px. */
  readonly size: number;
  readonly className?: string | undefined;
  /** Spoken to those who do not see the mark. Without it the mark is decoration beside the name. */
  readonly title?: string | undefined;
}

/** A door left ajar, the room's light behind it, and the lamp above that tells how things are. */
export function Mark({ size, className, title }: MarkProps) {
  const spoken = title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title };
  return (
    <svg {...spoken} className={className} viewBox="0 0 32 32" width={size} height={size} focusable="false">
      <rect width="32" height="32" rx="8" fill="#1476a7" />
      <path d="M16 27V9h6.500v18z" fill="#ffd27a" />
      <path d="M9 9l8-3v24l-8-3z" fill="#ffffff" />
      <circle cx="22" cy="5" r="2" fill="#ffd27a" />
    </svg>
  );
}
