import { Section } from '../../ui/page/section.tsx';
import { ManageForm } from '../../administration/form/manage-form.tsx';
import { SelectField } from '../../administration/form/select-field.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import type { Connection, Preset } from '../use-equipment.ts';
import { areLinesComplete, type ConnectionDraft, withPreset } from './draft.ts';
import { findLocation, type KnownRoom, type LocationOption } from './known-rooms.ts';
import { RoomRows } from './room-rows.tsx';
import styles from '../equipment.module.css';
import layout from '../../ui/layout.module.css';

interface ConnectionFormProps {
  readonly presets: readonly Preset[];
  /** The names of all other connections, which this connection cannot have. */
  readonly usedNames: readonly string[];
  /** The connection when the form was opened. Undefined: the form is for a new connection. */
  readonly opened: Connection | undefined;
  readonly draft: ConnectionDraft;
  readonly isDirty: boolean;
  readonly locations: readonly LocationOption[];
  /** The rooms of the connection's location. Undefined: the rooms are not loaded yet. */
  readonly known: readonly KnownRoom[] | undefined;
  readonly onChange: (draft: ConnectionDraft) => void;
  readonly onSave: () => Promise<void>;
}

export function ConnectionForm(props: ConnectionFormProps) {
  const { presets, usedNames, opened, draft, isDirty, locations, known, onChange, onSave } = props;
  const { t } = useTexts();
  const preset = presets.find(({ name }) => name === draft.preset);
  const location = findLocation(locations, draft.location);
  const set = (change: Partial<ConnectionDraft>) => onChange({ ...draft, ...change });
  return (
    <Section isFramed title={opened?.name ?? t('equipment.new_title')}>
      <ManageForm isDirty={isDirty} onSubmit={onSave}>
        <SelectField
          name="preset"
          label={t('equipment.product')}
          value={draft.preset}
          options={presets.map(({ name, product }) => ({ value: name, label: product }))}
          onChange={(value) => onChange(withPreset(draft, value, usedNames))}
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
        <RoomRows rows={draft.rooms} preset={preset} known={known} onChange={(rows) => set({ rooms: rows })} />
        <WordFields draft={draft} set={set} />
      </ManageForm>
    </Section>
  );
}

interface FieldsProps {
  readonly draft: ConnectionDraft;
  readonly set: (change: Partial<ConnectionDraft>) => void;
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

/** The fields for the status words of the product, and for the selectors of values in its messages. */
function WordFields({ draft, set }: FieldsProps) {
  const { t } = useTexts();
  return (
    <details className={`${layout.stack} ${styles.more}`}>
      <summary>{t('equipment.more')}</summary>
      {(['statuses', 'availability', 'values'] as const).map((name) => (
        <TextField
          key={name}
          name={name}
          label={t(`equipment.${name}`)}
          hint={t(`equipment.${name}_hint`)}
          rows={3}
          isVerbatim
          value={draft[name]}
          onChange={(value) => set({ [name]: value })}
          validate={(value) => (areLinesComplete(value) ? undefined : t('equipment.line_wrong'))}
        />
      ))}
    </details>
  );
}
