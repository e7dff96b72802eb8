import type { ViewActions } from '../use-view.ts';
import styles from './band.module.css';
import { placeOf } from './place-of.ts';

interface BandEdgesProps {
  readonly view: ViewActions;
  /** The end of what is known, in epoch milliseconds. */
  readonly knownTo: number;
}

/** The line at the chosen moment, and the empty future, over one or several bands. */
export function BandEdges({ view, knownTo }: BandEdgesProps) {
  const { from, to, moment } = view;
  return (
    <>
      {knownTo < to && <span className={styles.future} style={placeOf(knownTo, to, view)} />}
      {moment !== null && moment >= from && moment <= to && (
        <span className={styles.cursor} style={placeOf(moment, moment, view)} />
      )}
    </>
  );
}
