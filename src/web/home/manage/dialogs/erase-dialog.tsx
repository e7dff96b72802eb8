import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { eraseHistoryEndpoints } from '../../../../contract/history/erase-history.ts';
import { ConfirmDialog } from '../../../administration/dialog/confirm-dialog.tsx';
import { LoadState } from '../../../administration/load-state.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import { useApi } from '../../../api/api-client.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { ManagedRoom } from '../../rooms.ts';
import { useSave } from '../data/use-save.ts';

interface EraseDialogProps {
  readonly room: ManagedRoom;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows in numbers what an erasure of the history of a room deletes, and erases what it has shown. */
export function EraseDialog({ room, onDone, onClose }: EraseDialogProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const save = useSave();
  const params = { id: room.uuid };
  const query = useQuery({
    queryKey: ['manage', 'erase', useId()],
    queryFn: ({ signal }) => call(eraseHistoryEndpoints.countErasableHistory, { params, query: {}, signal }),
    gcTime: 0,
  });
  const title = t('rooms.erase_name', { name: room.displayName });
  const counts = query.data;
  if (counts === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        <LoadState queries={[query]} title={t('shell.loading')} />
      </Dialog>
    );
  }
  const { before } = counts;
  const numbers = t('rooms.erase_numbers', {
    reports: String(counts.reports),
    alerts: String(counts.alerts),
    nights: String(counts.nights),
  });
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('rooms.erase')}
      onConfirm={() =>
        save({
          send: () => call(eraseHistoryEndpoints.eraseHistory, { params, query: { before } }),
          text: t('rooms.erased', { numbers }),
          onSaved: onDone,
        })
      }
      onClose={onClose}
    >
      <p>{numbers}</p>
      <p>{t('rooms.erase_kept')}</p>
    </ConfirmDialog>
  );
}
