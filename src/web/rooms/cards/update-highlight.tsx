import { useEffect, useState } from 'react';
import styles from './update-highlight.module.css';

/** A card that is off the screen moves when it comes into sight: by then this is no news any more. */
const newsMs = 5_000;

/** The light over a header whose room has just changed: once, and never for what was there before. */
export function UpdateHighlight({ revision }: { readonly revision: number }) {
  const [seen, setSeen] = useState(revision);
  useEffect(() => {
    if (revision === seen) return undefined;
    const timer = setTimeout(() => setSeen(revision), newsMs);
    return () => clearTimeout(timer);
  }, [revision, seen]);
  if (revision === seen) return null;
  // The key makes it a new element at each update, so that its motion plays once.
  return <span key={revision} className={styles.sweep} aria-hidden="true" />;
}
