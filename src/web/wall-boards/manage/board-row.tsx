import type * as z from 'zod/mini';
import type { wallBoardEndpoints } from '../../../contract/wall-boards/wall-boards.ts';
import { ManageIcon } from '../../administration/manage-icon.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { useWallBoardTone } from '../../board/watch/use-wall-board-tone.ts';
import { useTranslation } from '../../language/translation.tsx';
import { Button } from '../../ui/button/button.tsx';
import { listIconClass, ListRow } from '../../ui/list/list.tsx';
import textStyles from '../../ui/text.module.css';
import { formatRelativeTime } from '../../ui/time/time-format.ts';
import { useNow } from '../../ui/time/use-now.ts';

export type WallBoard = z.output<typeof wallBoardEndpoints.listWallBoards.response>['items'][number];

interface BoardRowProps {
  readonly board: WallBoard;
  readonly onChange: () => void;
  readonly onRevoke: () => void;
  /** Called when somebody has answered the test tone. */
  readonly onAnswered: () => void;
}

/** A wall board with what it shows, whether it is heard, and its test tone. */
export function BoardRow({ board, onChange, onRevoke, onAnswered }: BoardRowProps) {
  const { t } = useTexts();
  const { name, placeNames, mayAnswer } = board;
  return (
    <ListRow
      icon={<ManageIcon name="wall-boards" className={listIconClass} />}
      name={name}
      actions={
        <>
          {board.shown?.isAudible === true && <TestTone board={board} onAnswered={onAnswered} />}
          <Button aria-label={`${t('wall-boards.change')}: ${name}`} onClick={onChange}>
            {t('wall-boards.change')}
          </Button>
          <Button aria-label={`${t('wall-boards.revoke')}: ${name}`} onClick={onRevoke}>
            {t('wall-boards.revoke')}
          </Button>
        </>
      }
    >
      <span className={textStyles.detail}>{placeNames.join(' / ')}</span>
      <span className={textStyles.detail}>{t(mayAnswer ? 'wall-boards.answers' : 'wall-boards.no_answers')}</span>
      <StateTexts board={board} />
    </ListRow>
  );
}

function StateTexts({ board: { shown, lastSeenAt, soundCheck } }: { readonly board: WallBoard }) {
  const { t, language } = useTexts();
  const now = useNow(60_000) + useClockOffsetMs();
  const timeOf = (at: string) => formatRelativeTime(at, now, language);
  const state =
    shown !== null
      ? t(shown.isVisible ? 'wall-boards.state.shown' : 'wall-boards.state.hidden')
      : lastSeenAt === null
        ? t('wall-boards.state.never')
        : t('wall-boards.state.not_seen', { time: timeOf(lastSeenAt) });
  const check =
    soundCheck === null
      ? t('wall-boards.sound.unknown')
      : t(soundCheck.isHeard ? 'wall-boards.sound.heard' : 'wall-boards.sound.unheard', {
          time: timeOf(soundCheck.at),
        });
  return (
    <>
      <span className={textStyles.detail}>{state}</span>
      <span className={textStyles.detail}>{shown?.isAudible === false ? t('wall-boards.sound.blocked') : check}</span>
    </>
  );
}

/** Plays the test tone on the board, and asks whether it was heard. */
function TestTone({ board: { id, name }, onAnswered }: Pick<BoardRowProps, 'board' | 'onAnswered'>) {
  const { t } = useTranslation();
  const { hasPlayed, play, answer } = useWallBoardTone(id, onAnswered);
  return (
    <>
      <Button aria-label={`${t('sound.test')}: ${name}`} onClick={() => void play()}>
        {t('sound.test')}
      </Button>
      {hasPlayed && (
        <>
          <Button look="strong" aria-label={`${t('sound.yes')}: ${name}`} onClick={() => void answer(true)}>
            {t('sound.yes')}
          </Button>
          <Button aria-label={`${t('sound.no')}: ${name}`} onClick={() => void answer(false)}>
            {t('sound.no')}
          </Button>
        </>
      )}
    </>
  );
}
