import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { wallBoardEndpoints } from '../../../contract/wall-boards/wall-boards.ts';
import { ActionButton } from '../../administration/action-button.tsx';
import { ConfirmDialog } from '../../administration/dialog/confirm-dialog.tsx';
import { LoadState } from '../../administration/load-state.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { useApi } from '../../api/api-client.tsx';
import { List } from '../../ui/list/list.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { Page } from '../../ui/page/page.tsx';
import textStyles from '../../ui/text.module.css';
import { AddDialog, ChangeDialog } from './board-dialog.tsx';
import { BoardRow, type WallBoard } from './board-row.tsx';

const pollIntervalMs = 3_000;
const boardsKey = ['wall-boards'];

type ShownDialog =
  | { readonly kind: 'add'; readonly code: string }
  | { readonly kind: 'change' | 'revoke'; readonly board: WallBoard };

/** The wall boards of the wards that the user manages. A link with the code of a screen opens the form. */
export function WallBoardsPage() {
  const { t } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const code = search.get('code');
  const [shown, setShown] = useState<ShownDialog | undefined>(() =>
    code === null ? undefined : { kind: 'add', code },
  );
  const query = useQuery({
    queryKey: boardsKey,
    queryFn: ({ signal }) => api.call(wallBoardEndpoints.listWallBoards, { signal }),
    refetchInterval: pollIntervalMs,
  });
  const { data } = query;
  const reload = () => void queries.invalidateQueries({ queryKey: boardsKey });
  const close = (): void => {
    setShown(undefined);
    if (code !== null) setSearch({}, { replace: true });
  };
  if (data === undefined) return <LoadState queries={[query]} title={t('shell.loading')} />;
  return (
    <Page
      title={t('wall-boards.title')}
      actions={
        <ActionButton icon="add" look="strong" onClick={() => setShown({ kind: 'add', code: '' })}>
          {t('wall-boards.add')}
        </ActionButton>
      }
    >
      <p className={textStyles.detail}>{t('wall-boards.text')}</p>
      {data.items.length === 0 && <PageNotice tone="none">{t('wall-boards.none')}</PageNotice>}
      <List>
        {data.items.map((board) => (
          <BoardRow
            key={board.id}
            board={board}
            onChange={() => setShown({ kind: 'change', board })}
            onRevoke={() => setShown({ kind: 'revoke', board })}
            onAnswered={reload}
          />
        ))}
      </List>
      {shown?.kind === 'add' && <AddDialog code={shown.code} onSaved={reload} onClose={close} />}
      {shown?.kind === 'change' && <ChangeDialog board={shown.board} onSaved={reload} onClose={close} />}
      {shown?.kind === 'revoke' && <RevokeDialog board={shown.board} onRevoked={reload} onClose={close} />}
    </Page>
  );
}

interface RevokeDialogProps {
  readonly board: WallBoard;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

function RevokeDialog({ board: { id, name }, onRevoked, onClose }: RevokeDialogProps) {
  const { t } = useTexts();
  const api = useApi();
  const revoke = async () => {
    await api.call(wallBoardEndpoints.removeWallBoard, { params: { id } });
    onRevoked();
  };
  return (
    <ConfirmDialog
      title={t('wall-boards.revoke_title', { name })}
      confirmLabel={t('wall-boards.revoke')}
      savedText={t('wall-boards.revoked', { name })}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('wall-boards.revoke_text')}</p>
    </ConfirmDialog>
  );
}
