import { useState } from 'react';
import { useParams } from 'react-router';
import buttonStyles from '../../../ui/button.module.css';
import { LoadingLine } from '../../../ui/status/loading-line.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import { Page } from '../../shell/page.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { type ManagedPlace, placeText, type Places } from '../../home/places.ts';
import { type ManagedRoom, useRoomsOfWard } from '../../home/rooms.ts';
import { AddRoomsDialog } from '../dialogs/add-rooms-dialog.tsx';
import { PlaceButtons } from '../places/place-buttons.tsx';
import { PlaceActions, type ShownPlaceDialog } from '../places/place-dialogs.tsx';
import { RoomTable } from './room-table.tsx';
import styles from './ward-rooms.module.css';

/** The rooms of one ward. */
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
  const { data, error, refetch } = useRoomsOfWard(ward.uuid);
  const [dialog, setDialog] = useState<ShownPlaceDialog>();
  const [isAdding, setIsAdding] = useState(false);
  const rooms: readonly ManagedRoom[] | undefined = data?.items;
  return (
    <Page
      className={styles.page}
      back={{ address: '/manage/rooms', label: t('rooms.all_places') }}
      path={placeText(places, ward.parentUUID)}
      title={ward.displayName}
      actions={
        <div className={pageStyles.actions}>
          <PlaceButtons place={ward} onOpen={setDialog} />
          <button type="button" className={buttonStyles.strong} onClick={() => setIsAdding(true)}>
            <ManageIcon name="add" className={buttonStyles.icon} />
            {t('rooms.add_rooms')}
          </button>
        </div>
      }
    >
      {rooms === undefined && error === null && <LoadingLine title={t('shell.loading')} />}
      {rooms === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      {rooms?.length === 0 && <p className={pageStyles.none}>{t('rooms.no_rooms')}</p>}
      {rooms !== undefined && rooms.length > 0 && (
        <div>
          <RoomTable places={places} rooms={rooms} onOpen={setDialog} />
        </div>
      )}
      {isAdding && (
        <AddRoomsDialog places={places} ward={ward} existing={rooms ?? []} onClose={() => setIsAdding(false)} />
      )}
      <PlaceActions places={places} shown={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  );
}
