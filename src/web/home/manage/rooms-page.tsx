import { useState } from 'react';
import { Route, Routes } from 'react-router';
import { ActionButton } from '../../administration/action-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { SearchField } from '../../administration/form/search-field.tsx';
import { LoadState } from '../../administration/load-state.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { type Places, usePlaces } from '../places.ts';
import { HomeFileDialog } from './file/file-dialog.tsx';
import { FoundRooms } from './places/found-rooms.tsx';
import { PlaceActions, type ShownPlaceDialog } from './places/place-dialogs.tsx';
import { PlaceTree } from './places/place-tree.tsx';
import { WardRooms } from './ward/ward-rooms.tsx';

/** The page "Rooms and wards": the tree of places with a search, and at its own address the rooms of one ward. */
export function RoomsPage() {
  const { t } = useTexts();
  const { places, error, refetch } = usePlaces();
  if (places === undefined) {
    return (
      <Page title={t('rooms.title')}>
        <LoadState queries={[{ error, refetch }]} title={t('shell.loading')} />
      </Page>
    );
  }
  return (
    <Routes>
      <Route index element={<AllPlaces places={places} />} />
      <Route path=":wardUuid" element={<WardRooms places={places} />} />
    </Routes>
  );
}

function AllPlaces({ places }: { readonly places: Places }) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<ShownPlaceDialog>();
  const [isFileOpen, setIsFileOpen] = useState(false);
  const wanted = search.trim();
  return (
    <Page
      title={t('rooms.title')}
      isWide
      actions={
        <ActionButton icon="file" onClick={() => setIsFileOpen(true)}>
          {t('rooms.file.title')}
        </ActionButton>
      }
    >
      <SearchField label={t('rooms.search')} value={search} onChange={setSearch} />
      <div>
        {wanted === '' ? (
          <PlaceTree places={places} onOpen={setDialog} />
        ) : (
          <FoundRooms places={places} search={wanted} onOpen={setDialog} />
        )}
      </div>
      {isFileOpen && <HomeFileDialog onClose={() => setIsFileOpen(false)} />}
      <PlaceActions places={places} shown={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  );
}
