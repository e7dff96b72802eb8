import { useState } from 'react';
import { Route, Routes } from 'react-router';
import { SearchField } from '../shell/form/search-field.tsx';
import { ManageIcon } from '../shell/manage-icon.tsx';
import { LoadFailure } from '../shell/load-failure.tsx';
import { Page } from '../shell/page.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { LoadingLine } from '../../ui/status/loading-line.tsx';
import buttonStyles from '../../ui/button.module.css';
import { FileDialog } from './file/file-dialog.tsx';
import { type Places, usePlaces } from '../home/places.ts';
import { PlaceActions, type ShownPlaceDialog } from './places/place-dialogs.tsx';
import { PlaceTree } from './places/place-tree.tsx';
import { FoundRooms } from './places/found-rooms.tsx';
import { WardRooms } from './ward/ward-rooms.tsx';
import styles from './rooms-page.module.css';

/** The tree of clients, locations and wards, with a search; and the rooms of one ward. */
export function RoomsPage() {
  const { t } = useTexts();
  const { places, error, refetch } = usePlaces();
  if (places === undefined) {
    return (
      <Page title={t('rooms.title')}>
        {error === null ? <LoadingLine title={t('shell.loading')} /> : <LoadFailure error={error} onRetry={refetch} />}
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
      className={styles.page}
      actions={
        <button type="button" className={buttonStyles.quiet} onClick={() => setIsFileOpen(true)}>
          <ManageIcon name="file" className={buttonStyles.icon} />
          {t('rooms.file.title')}
        </button>
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
      {isFileOpen && <FileDialog onClose={() => setIsFileOpen(false)} />}
      <PlaceActions places={places} shown={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  );
}
