import { useQuery } from '@tanstack/react-query';
import { wallBoardEndpoints } from '../../../contract/wall-boards/wall-boards.ts';
import { useApi } from '../../api/api-client.tsx';
import { useTranslation } from '../../language/translation.tsx';
import { useRoomTexts } from '../../live/use-room-texts.ts';
import { Button } from '../../ui/button/button.tsx';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { useWallBoardTone } from './use-wall-board-tone.ts';
import styles from './wall-board-checks.module.css';

const pollIntervalMs = 30_000;

/** Asks staff on another screen whether they hear the wall boards of the ward, which nobody touches. */
export function WallBoardChecks({ wardUuids }: { readonly wardUuids: readonly string[] }) {
  const { call } = useApi();
  const [wardUUID = '', ...others] = wardUuids;
  const { data, refetch } = useQuery({
    queryKey: ['unchecked-wall-boards', wardUUID],
    queryFn: ({ signal }) =>
      call(wallBoardEndpoints.listUncheckedWallBoards, { query: { wardUUID }, signal, maxAttempts: 1 }),
    // Staff who walk between wards are asked on the page of the ward that they are on.
    enabled: others.length === 0,
    refetchInterval: pollIntervalMs,
  });
  return data?.items.map((board) => <Check key={board.id} {...board} onAnswered={() => void refetch()} />);
}

interface CheckProps {
  readonly id: string;
  readonly name: string;
  readonly onAnswered: () => void;
}

function Check({ id, name, onAnswered }: CheckProps) {
  const { t } = useTranslation();
  const texts = useRoomTexts();
  const { hasPlayed, play, answer } = useWallBoardTone(id, onAnswered);
  return (
    <aside className={styles.check}>
      <p className={styles.question} role="status">
        <UiIcon name="sound" size="1.25rem" />
        {texts('watch.wall_board', { name })}
      </p>
      <ButtonRow side="start">
        <Button look={hasPlayed ? 'quiet' : 'strong'} onClick={() => void play()}>
          {t('sound.test')}
        </Button>
        {hasPlayed && (
          <>
            <Button look="strong" onClick={() => void answer(true)}>
              {t('sound.yes')}
            </Button>
            <Button onClick={() => void answer(false)}>{t('sound.no')}</Button>
          </>
        )}
      </ButtonRow>
    </aside>
  );
}
