import { useStore } from '../shared/create-store.ts';
import { audioState } from '../sound/audio-output.ts';
import { useSoundCheck } from '../sound/check/sound-check.ts';
import { SoundMenu } from '../sound/lazy-sound.ts';
import { UiIcon } from '../ui/icons/icons.tsx';
import { ConnectionIndicator } from '../ui/status/connection-indicator.tsx';
import { formatClockTime } from '../ui/time/time-format.ts';
import { useNow } from '../ui/time/use-now.ts';
import { useClockOffsetMs } from '../api/server-clock.ts';
import type { OwnWallBoard } from './known-board.ts';
import styles from './wall-board-bar.module.css';
import { useWallBoardTexts } from './use-wall-board-texts.ts';

/** The ward, the connection, whether the screen is heard, and the time, in large letters. */
export function WallBoardBar({ board }: { readonly board: OwnWallBoard }) {
  return (
    <header className={styles.bar}>
      <div className={styles.names}>
        <h1 className={styles.ward}>{board.wardName}</h1>
        <p className={styles.board}>
          {board.locationName} · {board.name}
        </p>
      </div>
      <div className={styles.states}>
        <SoundState />
        <ConnectionIndicator />
        <SoundMenu />
      </div>
      <Clock />
    </header>
  );
}

/** Says whether staff hear this screen, because nobody touches it to find out. */
function SoundState() {
  const texts = useWallBoardTexts();
  const isBlocked = useStore(audioState) === 'blocked';
  const isHeard = useSoundCheck()?.isHeard;
  const state = isBlocked ? 'blocked' : isHeard === undefined ? 'unknown' : isHeard ? 'heard' : 'unheard';
  return (
    <p className={styles.sound} role="status" data-state={state}>
      <UiIcon name={state === 'heard' || state === 'unknown' ? 'sound' : 'sound-off'} size="1.5em" />
      {texts(`screen.sound.${state}`)}
    </p>
  );
}

function Clock() {
  const now = useNow(1_000) + useClockOffsetMs();
  return <time className={styles.clock}>{formatClockTime(now).slice(0, -':00'.length)}</time>;
}
