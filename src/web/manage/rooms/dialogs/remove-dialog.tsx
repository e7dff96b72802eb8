import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../shell/dialog/confirm-dialog.tsx';
import { Dialog } from '../../shell/dialog/dialog.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import type { HomeChange } from '../../home/home-change.ts';
import { useChangeHome } from '../data/use-change-home.ts';
import { ProgressLine } from '../progress/progress-line.tsx';
import { AlertsEnd } from './alerts-end.tsx';
import { ImpactList } from './impact-list.tsx';

/** A removal of fewer rooms is over before its progress could be read. */
const minProgressRooms = 500;

interface RemoveDialogProps {
  readonly title: string;
  readonly removal: HomeChange;
  /** The name of a place, which has to be typed. Undefined for rooms: the button is enough, because it can be undone. */
  readonly nameToType?: string | undefined;
  /** What the notification says. */
  readonly text: string;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Says in numbers what a removal does: which rooms go, which stay as history, what stops working. */
export function RemoveDialog({ title, removal, nameToType, text, onRemoved, onClose }: RemoveDialogProps) {
  const { t } = useTexts();
  const { change, removePlace, preview } = useChangeHome();
  const [isRemoving, setIsRemoving] = useState(false);
  const query = useQuery({
    queryKey: ['manage', 'removal', removal],
    queryFn: ({ signal }) => preview(removal, signal),
    gcTime: 0,
  });
  if (query.data === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        {query.error === null ? (
          <p role="status">{t('shell.loading')}</p>
        ) : (
          <LoadFailure error={query.error} onRetry={query.refetch} />
        )}
      </Dialog>
    );
  }
  const { counts, impact, alerts } = query.data;
  const { removedRooms, retired } = counts;
  const remove = async () => {
    if (nameToType !== undefined) return removePlace(removal, text, onRemoved);
    await change(removal, text);
    return onRemoved();
  };
  return (
    <ConfirmDialog
      title={title}
      footer={isRemoving && removedRooms + retired >= minProgressRooms && <ProgressLine text={t('rooms.deleting')} />}
      confirmLabel={t('rooms.delete')}
      nameToType={nameToType}
      onConfirm={async () => {
        setIsRemoving(true);
        await remove().finally(() => setIsRemoving(false));
      }}
      onClose={onClose}
    >
      {removedRooms > 0 && <p>{t('rooms.remove_rooms', { count: removedRooms })}</p>}
      {retired > 0 && <p>{t('rooms.remove_kept', { count: retired })}</p>}
      {removedRooms + retired === 0 && <p>{t('rooms.remove_empty')}</p>}
      <AlertsEnd alerts={alerts} />
      <ImpactList impact={impact} />
    </ConfirmDialog>
  );
}
