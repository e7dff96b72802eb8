import { useNavigate } from 'react-router';
import { useTexts } from '../../shell/use-texts.ts';
import { removalOfPlace } from '../../home/home-change.ts';
import type { ManagedPlace, Places } from '../../home/places.ts';
import type { ManagedRoom } from '../../home/rooms.ts';
import { PlaceDialog } from '../dialogs/place-dialog.tsx';
import { RemoveDialog } from '../dialogs/remove-dialog.tsx';
import { RoomDialog } from '../dialogs/room-dialog.tsx';

/** The dialog that a row of the tree has opened. */
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
  const { t } = useTexts();
  const navigate = useNavigate();
  if (shown === undefined) return null;
  switch (shown.kind) {
    case 'add':
      return <PlaceDialog places={places} level={shown.level} parentUUID={shown.parentUUID} onClose={onClose} />;
    case 'edit': {
      const { place } = shown;
      const { level, parentUUID } = place;
      return <PlaceDialog places={places} level={level} place={place} parentUUID={parentUUID} onClose={onClose} />;
    }
    case 'room':
      return <RoomDialog places={places} room={shown.room} onClose={onClose} />;
    case 'remove': {
      const { place } = shown;
      const name = place.displayName;
      return (
        <RemoveDialog
          title={t('rooms.remove_title', { name })}
          removal={removalOfPlace(place)}
          nameToType={name}
          text={t('rooms.removed', { name })}
          onRemoved={() => {
            onClose();
            void navigate('/manage/rooms');
          }}
          onClose={onClose}
        />
      );
    }
  }
}
