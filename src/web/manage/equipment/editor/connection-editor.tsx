import { useState } from 'react';
import { useNavigate } from 'react-router';
import buttonStyles from '../../../ui/button.module.css';
import { ConfirmDialog } from '../../shell/dialog/confirm-dialog.tsx';
import { useNotify } from '../../shell/notifications.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { LiveMessages } from '../live/live-messages.tsx';
import { SampleForm } from '../live/sample-form.tsx';
import { Wiring } from '../presets/wiring.tsx';
import { type Connection, type EquipmentState, useChangeEquipment } from '../use-equipment.ts';
import { ConnectionForm } from './connection-form.tsx';
import { connectionOf, draftOf } from './draft.ts';
import { useLocations } from './known-rooms.ts';
import styles from './connection-editor.module.css';

const listAddress = '/manage/equipment';

interface ConnectionEditorProps {
  readonly equipment: EquipmentState;
  /** Undefined: a new one. */
  readonly connection: Connection | undefined;
}

/** One connection: its form, and beside it what arrives and what each message would do with the form as it is. */
export function ConnectionEditor({ equipment, connection }: ConnectionEditorProps) {
  const { t } = useTexts();
  const [isRemoving, setIsRemoving] = useState(false);
  const locations = useLocations();
  const [opened] = useState({ connection, version: equipment.version });
  const [initial] = useState(() => draftOf(connection, ''));
  const [edited, setDraft] = useState(initial);
  // A new connection is for the only location, or the first one. The locations are loaded after the form is shown.
  const draft = edited.location === '' ? { ...edited, location: locations[0]?.value ?? '' } : edited;
  const preset = equipment.presets.find(({ name }) => name === draft.preset);
  const current = connectionOf(draft, equipment.presets);
  return (
    <Page
      className={styles.page}
      back={{ address: listAddress, label: t('equipment.title') }}
      title={connection?.name ?? t('equipment.new_title')}
      actions={
        connection !== undefined &&
        equipment.readOnlyReason === null && (
          <button type="button" className={buttonStyles.quiet} onClick={() => setIsRemoving(true)}>
            {t('equipment.remove')}
          </button>
        )
      }
    >
      {preset !== undefined && <Wiring preset={preset} />}
      <div className={styles.columns}>
        <ConnectionForm
          equipment={equipment}
          opened={opened}
          present={connection}
          draft={draft}
          isDirty={edited !== initial}
          locations={locations}
          onChange={setDraft}
        />
        <div className={styles.side}>
          <LiveMessages connection={current} />
          <SampleForm connection={current} />
        </div>
      </div>
      {isRemoving && connection !== undefined && (
        <RemoveDialog equipment={equipment} connection={connection} onClose={() => setIsRemoving(false)} />
      )}
    </Page>
  );
}

interface RemoveDialogProps {
  readonly equipment: EquipmentState;
  readonly connection: Connection;
  readonly onClose: () => void;
}

function RemoveDialog({ equipment: { version }, connection, onClose }: RemoveDialogProps) {
  const { t } = useTexts();
  const change = useChangeEquipment();
  const notify = useNotify();
  const navigate = useNavigate();
  const { name, rooms } = connection;
  const remove = async () => {
    const { version: next } = await change({ version, name, connection: null });
    const undo = () => change({ version: next, name: null, connection });
    notify({ text: t('equipment.removed', { name }), undo });
    onClose();
    void navigate(listAddress, { replace: true });
  };
  return (
    <ConfirmDialog
      title={t('equipment.remove_title', { name })}
      confirmLabel={t('equipment.remove')}
      nameToType={name}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('equipment.remove_text', { count: new Set(rooms.map(({ room }) => room)).size })}</p>
    </ConfirmDialog>
  );
}
