import { useEffect, useState } from 'react';
import styles from './update-highlight.module.css';

/** A card that becomes visible later than this after its update is not highlighted. */
const highlightTimeoutMs = 5_000;

/** A light that moves over the header of a card once after each update of the room. */
export function UpdateHighlight({ revision }: { readonly revision: number }) {
  const [seen, setSeen] = useState(revision);
  useEffect(() => {
    if (revision === seen) return undefined;
    const timer = setTimeout(() => setSeen(revision), highlightTimeoutMs);
    return () => clearTimeout(timer);
  }, [revision, seen]);
  if (revision === seen) return null;
  // The key makes React create a new element, which starts the animation again.
  return <span key={revision} className={styles.highlight} aria-hidden="true" />;
}
