import { useId } from 'react';
import { useNavigate } from 'react-router';
import { ManageForm } from '../../shell/form/manage-form.tsx';
import { SelectField } from '../../shell/form/select-field.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import { useNotify } from '../../shell/notifications.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { type Connection, type EquipmentState, useChangeEquipment } from '../use-equipment.ts';
import { areLinesComplete, connectionOf, type Draft } from './draft.ts';
import { type LocationOption, useRoomActivity } from './known-rooms.ts';
import { LinesField } from './lines-field.tsx';
import { RoomRows } from './room-rows.tsx';
import styles from './connection-editor.module.css';

interface ConnectionFormProps {
  readonly equipment: EquipmentState;
  /** What the form was filled with. */
  readonly opened: { readonly connection: Connection | undefined; readonly version: string };
  /** The connection as it is in the file now. Undefined: a new one. */
  readonly present: Connection | undefined;
  readonly draft: Draft;
  readonly isDirty: boolean;
  readonly locations: readonly LocationOption[];
  readonly onChange: (draft: Draft) => void;
}

export function ConnectionForm(props: ConnectionFormProps) {
  const { equipment, opened, draft, isDirty, locations, onChange } = props;
  const { t } = useTexts();
  const rooms = useId();
  const save = useSave(props);
  const { presets, readOnlyReason } = equipment;
  const preset = presets.find(({ name }) => name === draft.preset);
  const location = locations.find(({ value, uuid }) => draft.location === value || draft.location === uuid);
  const known = useRoomActivity(location?.uuid).data?.items ?? [];
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  return (
    <section className={pageStyles.panel} aria-label={opened.connection?.name ?? t('equipment.new_title')}>
      {readOnlyReason !== null && <p className={pageStyles.none}>{t(`equipment.readonly.${readOnlyReason}`)}</p>}
      <ManageForm isDirty={isDirty} onSubmit={save}>
        <SelectField
          name="preset"
          label={t('equipment.product')}
          value={draft.preset}
          options={presets.map(({ name, product }) => ({ value: name, label: product }))}
          onChange={(value) => set({ preset: value })}
        />
        <NameFields draft={draft} set={set} />
        <SelectField
          name="location"
          label={t('equipment.location')}
          value={location?.value ?? draft.location}
          options={
            location === undefined ? [{ value: draft.location, label: draft.location }, ...locations] : locations
          }
          onChange={(value) => set({ location: value })}
        />
        <datalist id={rooms}>
          {known
            .filter(({ isActive }) => isActive)
            .map(({ uuid, name, displayName, wardName }) => (
              <option key={uuid} value={name}>{`${displayName}, ${wardName}`}</option>
            ))}
        </datalist>
        <RoomRows
          rows={draft.rooms}
          preset={preset}
          known={known}
          suggestions={rooms}
          onChange={(rows) => set({ rooms: rows })}
        />
        <WordFields draft={draft} set={set} />
      </ManageForm>
    </section>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

function NameFields({ draft, set }: FieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        name="name"
        label={t('equipment.name')}
        hint={t('equipment.name_hint')}
        value={draft.name}
        onChange={(name) => set({ name })}
        isRequired
        maxLength={64}
      />
      <TextField
        name="topic"
        label={t('equipment.topic')}
        hint={t('equipment.topic_hint')}
        value={draft.topic}
        onChange={(topic) => set({ topic })}
        isRequired
      />
    </>
  );
}

/** What the product calls its statuses, and where its values are. */
function WordFields({ draft, set }: FieldsProps) {
  const { t } = useTexts();
  return (
    <details className={styles.more}>
      <summary>{t('equipment.more')}</summary>
      {(['statuses', 'availability', 'values'] as const).map((name) => (
        <LinesField
          key={name}
          name={name}
          label={t(`equipment.${name}`)}
          hint={t(`equipment.${name}_hint`)}
          rows={3}
          value={draft[name]}
          onChange={(value) => set({ [name]: value })}
          validate={(value) => (areLinesComplete(value) ? undefined : t('equipment.line_wrong'))}
        />
      ))}
    </details>
  );
}

/**
 * The page polls the file. A change of another connection does not keep the user from saving this one. A change of this
 * one does: the version from before it is sent, and the server refuses it.
 */
function useSave({ equipment, opened, present, draft }: ConnectionFormProps): () => Promise<void> {
  const { t } = useTexts();
  const change = useChangeEquipment();
  const notify = useNotify();
  const navigate = useNavigate();
  return async () => {
    const { connection: before } = opened;
    const isUnchanged = JSON.stringify(present) === JSON.stringify(before);
    const connection = connectionOf(draft, equipment.presets);
    const sent = { version: isUnchanged ? equipment.version : opened.version, name: before?.name ?? null, connection };
    const { version } = await change(sent);
    const { name } = connection;
    const undo = () => change({ version, name, connection: before ?? null });
    notify({ text: t('equipment.saved', { name }), undo });
    void navigate('/manage/equipment', { replace: true });
  };
}
