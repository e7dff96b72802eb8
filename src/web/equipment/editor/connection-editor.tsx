import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../administration/dialog/confirm-dialog.tsx';
import { useNotify } from '../../administration/notifications.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { LiveMessages } from '../live/live-messages.tsx';
import {
  type Connection,
  type EquipmentState,
  type Preset,
  presetsFor,
  type StoredConnection,
  useEquipmentCalls,
} from '../use-equipment.ts';
import { usePlaces } from '../../home/places.ts';
import { ConnectionForm } from './connection-form.tsx';
import { connectionOfDraft, draftOfConnection } from './draft.ts';
import { findLocation, locationsOf, useRoomsOfLocation } from './known-rooms.ts';
import styles from '../equipment.module.css';

const listAddress = '/manage/equipment';

interface ConnectionEditorProps {
  readonly equipment: EquipmentState;
  /** The connection as the server stores it. Undefined: the form is for a new connection. */
  readonly stored: StoredConnection | undefined;
}

/**
 * Edits a connection. Beside the form it shows arriving messages, and what each would do once the form is saved.
 */
export function ConnectionEditor({ equipment, stored }: ConnectionEditorProps) {
  const { t } = useTexts();
  const [isRemoving, setIsRemoving] = useState(false);
  const locations = locationsOf(usePlaces().places);
  // The connection when the form was opened. The server refuses the change if another user has changed it since.
  const [opened] = useState(stored);
  const [initial] = useState(() => draftOfConnection(stored?.connection, ''));
  const [edited, setDraft] = useState(initial);
  // The default location of a new connection: the first one. The locations are loaded after the form is shown, so it is
  // set here.
  const draft = edited.location === '' ? { ...edited, location: locations[0]?.value ?? '' } : edited;
  const presets = presetsFor(equipment, opened);
  const preset = presets.find(({ name }) => name === draft.preset);
  const current = connectionOfDraft(draft);
  const known = useRoomsOfLocation(findLocation(locations, draft.location)?.uuid);
  const save = useSave(opened, current);
  const names = equipment.connections.map(({ connection: { name } }) => name);
  return (
    <Page
      isWide
      back={{ address: listAddress, label: t('equipment.title') }}
      title={opened?.connection.name ?? t('equipment.new_title')}
      actions={stored !== undefined && <Button onClick={() => setIsRemoving(true)}>{t('equipment.remove')}</Button>}
    >
      {preset !== undefined && <Documents preset={preset} />}
      <div className={styles.columns}>
        <ConnectionForm
          presets={presets}
          usedNames={names.filter((name) => name !== opened?.connection.name)}
          opened={opened?.connection}
          draft={draft}
          isDirty={edited !== initial}
          locations={locations}
          known={known}
          onChange={setDraft}
          onSave={save}
        />
        <LiveMessages connection={current} known={known} />
      </div>
      {isRemoving && stored !== undefined && <RemoveDialog stored={stored} onClose={() => setIsRemoving(false)} />}
    </Page>
  );
}

/** A link to the product's documentation of its messages. */
function Documents({ preset: { documents } }: { readonly preset: Preset }) {
  const { t } = useTexts();
  // Shows the first link only, because all links of a preset lead to parts of the same documentation.
  const [document] = documents;
  if (document === undefined) return null;
  return (
    <p>
      {t('equipment.documents')}{' '}
      <a href={document} target="_blank" rel="noreferrer">
        {new URL(document).hostname}
      </a>
    </p>
  );
}

/**
 * Returns a function that saves the form. Rejects if another user has changed the connection since the form was opened.
 */
function useSave(opened: StoredConnection | undefined, connection: Connection): () => Promise<void> {
  const { t } = useTexts();
  const { changeConnection } = useEquipmentCalls();
  const notify = useNotify();
  const navigate = useNavigate();
  return async () => {
    const before = opened === undefined ? null : { name: opened.connection.name, version: opened.version };
    await changeConnection({ before, after: connection });
    notify(t('equipment.saved', { name: connection.name }));
    void navigate(listAddress, { replace: true });
  };
}

interface RemoveDialogProps {
  readonly stored: StoredConnection;
  readonly onClose: () => void;
}

function RemoveDialog({ stored: { connection, version }, onClose }: RemoveDialogProps) {
  const { t } = useTexts();
  const { changeConnection } = useEquipmentCalls();
  const navigate = useNavigate();
  const { name, rooms } = connection;
  const remove = async () => {
    await changeConnection({ before: { name, version }, after: null });
    void navigate(listAddress, { replace: true });
  };
  return (
    <ConfirmDialog
      title={t('equipment.remove_title', { name })}
      confirmLabel={t('equipment.remove')}
      nameToType={name}
      savedText={t('equipment.removed', { name })}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('equipment.remove_text', { count: new Set(rooms.map(({ room }) => room)).size })}</p>
    </ConfirmDialog>
  );
}
