import { useNavigate } from 'react-router';
import { placeEndpoints } from '../../../../contract/home/places.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import type { ManagedPlace, Places } from '../../places.ts';
import type { ManagedRoom } from '../../rooms.ts';
import { ConfirmEdit, useRemovalText } from '../dialogs/confirm-edit.tsx';
import { AddPlaceDialog, PlaceDialog } from '../dialogs/place-dialog.tsx';
import { RoomDialog } from '../dialogs/room-dialog.tsx';

/** The dialog that a button in the tree of places has opened, and its place. */
export type ShownPlaceDialog =
  | { readonly kind: 'add'; readonly level: ManagedPlace['level']; readonly parentUUID: string | null }
  | { readonly kind: 'edit' | 'remove'; readonly place: ManagedPlace }
  | { readonly kind: 'room'; readonly room: ManagedRoom };

export type OpenPlaceDialog = (dialog: ShownPlaceDialog) => void;

interface PlaceActionsProps {
  readonly places: Places;
  readonly shown: ShownPlaceDialog | undefined;
  readonly onClose: () => void;
}

export function PlaceActions({ places, shown, onClose }: PlaceActionsProps) {
  switch (shown?.kind) {
    case 'add':
      return <AddPlaceDialog level={shown.level} parentUUID={shown.parentUUID} onClose={onClose} />;
    case 'edit':
      return <PlaceDialog places={places} place={shown.place} onClose={onClose} />;
    case 'room':
      return <RoomDialog places={places} room={shown.room} onClose={onClose} />;
    case 'remove':
      return <RemovePlaceDialog place={shown.place} onClose={onClose} />;
    case undefined:
      return null;
  }
}

interface RemovePlaceDialogProps {
  readonly place: ManagedPlace;
  readonly onClose: () => void;
}

function RemovePlaceDialog({ place, onClose }: RemovePlaceDialogProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const navigate = useNavigate();
  const describe = useRemovalText();
  const { level, uuid, version, roomCount, displayName: name } = place;
  const body = { level, uuid, version, roomCount };
  return (
    <ConfirmEdit
      title={t('rooms.remove_title', { name })}
      confirmLabel={t('rooms.delete')}
      nameToType={name}
      preview={(signal) => call(placeEndpoints.removePlace, { body, query: { dryRun: 'true' }, signal })}
      describe={describe}
      send={() => call(placeEndpoints.removePlace, { body, query: {} })}
      text={({ retiredCount }) => t(retiredCount > 0 ? 'rooms.place_kept' : 'rooms.removed', { name })}
      removed={uuid}
      onDone={() => {
        onClose();
        void navigate('/manage/rooms');
      }}
      onClose={onClose}
    />
  );
}
