import { useState } from 'react';
import { useParams } from 'react-router';
import { ActionButton } from '../../../administration/action-button.tsx';
import { ButtonRow } from '../../../ui/button-row/button-row.tsx';
import { PageNotice } from '../../../ui/notice/page-notice.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { LoadState } from '../../../administration/load-state.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import { type ManagedPlace, formatPlacePath, type Places } from '../../places.ts';
import { useRoomsOfWard } from '../../rooms.ts';
import { AddRoomsDialog } from '../dialogs/add-rooms-dialog.tsx';
import { PlaceButtons } from '../places/place-buttons.tsx';
import { PlaceActions, type ShownPlaceDialog } from '../places/place-dialogs.tsx';
import { RoomTable } from './room-table.tsx';

/** The administration page with the table of the rooms of one ward. */
export function WardRooms({ places }: { readonly places: Places }) {
  const { t } = useTexts();
  const { wardUuid = '' } = useParams();
  const ward = places.byUuid.get(wardUuid);
  if (ward !== undefined) return <Ward places={places} ward={ward} />;
  return (
    <Page title={t('rooms.title')} back={{ address: '/manage/rooms', label: t('rooms.all_places') }}>
      <p role="alert">{t('rooms.ward_gone')}</p>
    </Page>
  );
}

interface WardProps {
  readonly places: Places;
  readonly ward: ManagedPlace;
}

function Ward({ places, ward }: WardProps) {
  const { t } = useTexts();
  const query = useRoomsOfWard(ward.uuid);
  const [dialog, setDialog] = useState<ShownPlaceDialog>();
  const [isAdding, setIsAdding] = useState(false);
  const rooms = query.data?.items;
  return (
    <Page
      isWide
      back={{ address: '/manage/rooms', label: t('rooms.all_places') }}
      path={formatPlacePath(places, ward.parentUUID)}
      title={ward.displayName}
      actions={
        <ButtonRow side="start">
          <PlaceButtons place={ward} onOpen={setDialog} />
          <ActionButton icon="add" look="strong" onClick={() => setIsAdding(true)}>
            {t('rooms.add_rooms')}
          </ActionButton>
        </ButtonRow>
      }
    >
      {rooms === undefined && <LoadState queries={[query]} title={t('shell.loading')} />}
      {rooms?.length === 0 && <PageNotice tone="none">{t('rooms.no_rooms')}</PageNotice>}
      {rooms !== undefined && rooms.length > 0 && (
        <div>
          <RoomTable places={places} rooms={rooms} onOpen={setDialog} />
        </div>
      )}
      {isAdding && <AddRoomsDialog ward={ward} existing={rooms ?? []} onClose={() => setIsAdding(false)} />}
      <PlaceActions places={places} shown={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  );
}
