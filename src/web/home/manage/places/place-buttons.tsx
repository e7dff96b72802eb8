import { ButtonRow } from '../../../ui/button-row/button-row.tsx';
import { ActionButton } from '../../../administration/action-button.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import type { ManagedPlace } from '../../places.ts';
import type { OpenPlaceDialog } from './place-dialogs.tsx';

interface PlaceButtonsProps {
  readonly place: ManagedPlace;
  readonly onOpen: OpenPlaceDialog;
}

/** The buttons that add a place below this one, edit it and delete it. None if the user may not change it. */
export function PlaceButtons({ place, onOpen }: PlaceButtonsProps) {
  const { t } = useTexts();
  const { level, uuid, displayName: name, canChange, canRemove } = place;
  if (!canChange) return null;
  const below = level === 'client' ? 'location' : 'ward';
  return (
    <ButtonRow side="start">
      {level !== 'ward' && (
        <ActionButton icon="add" onClick={() => onOpen({ kind: 'add', level: below, parentUUID: uuid })}>
          {t(`rooms.add_${below}`)}
        </ActionButton>
      )}
      <ActionButton
        icon="edit"
        aria-label={t('rooms.edit_name', { name })}
        onClick={() => onOpen({ kind: 'edit', place })}
      />
      {canRemove && (
        <ActionButton
          icon="remove"
          aria-label={t('rooms.delete_name', { name })}
          onClick={() => onOpen({ kind: 'remove', place })}
        />
      )}
    </ButtonRow>
  );
}
