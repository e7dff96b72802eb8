import { useEffect, useState } from 'react';
import styles from './update-highlight.module.css';

/** A card that becomes visible later than this after its update is not highlighted. */
const highlightTimeoutMs = 5_000;

/**
 * A highlight that moves over the header of a card once after each update of the room. `state`: a text that differs for
 * each state of the room.
 */
export function UpdateHighlight({ state }: { readonly state: string }) {
  const [seen, setSeen] = useState(state);
  useEffect(() => {
    if (state === seen) return undefined;
    const timer = setTimeout(() => setSeen(state), highlightTimeoutMs);
    return () => clearTimeout(timer);
  }, [state, seen]);
  if (state === seen) return null;
  // The key makes React create a new element, which starts the animation again.
  return <span key={state} className={styles.highlight} aria-hidden="true" />;
}
