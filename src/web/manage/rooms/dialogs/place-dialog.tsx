import { useState } from 'react';
import { FormDialog } from '../../shell/dialog/form-dialog.tsx';
import { SelectField } from '../../shell/form/select-field.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { changeOfPlace } from '../../home/home-change.ts';
import { type ManagedPlace, placeOptions, type Places } from '../../home/places.ts';
import { ImpactWarning } from './impact-warning.tsx';
import { useImpactCheck } from './use-impact-check.ts';

interface PlaceDialogProps {
  readonly places: Places;
  readonly level: ManagedPlace['level'];
  /** The place to edit. Undefined: a new one. */
  readonly place?: ManagedPlace | undefined;
  /** Where a new place is added. Null for a client. */
  readonly parentUUID: string | null;
  readonly onClose: () => void;
}

/** The form of a client, location or ward. */
export function PlaceDialog({ places, level, place, parentUUID, onClose }: PlaceDialogProps) {
  const { t } = useTexts();
  const [uuid] = useState(() => place?.uuid ?? crypto.randomUUID());
  const initial: Fields = {
    displayName: place?.displayName ?? '',
    alias: place?.alias ?? '',
    parent: parentUUID ?? '',
  };
  const [fields, setFields] = useState(initial);
  const { shown, save, reset } = useImpactCheck();
  const change = (changed: Partial<Fields>) => {
    setFields({ ...fields, ...changed });
    reset();
  };
  const { displayName, alias, parent } = fields;
  const submit = async () => {
    const version = place?.version;
    // A new place without an alias gets one that is made from its name.
    const noAlias = place === undefined ? undefined : null;
    const sent = {
      uuid,
      displayName,
      ...(version !== undefined && { version }),
      alias: alias === '' ? noAlias : alias,
    };
    const body = changeOfPlace(places, level, parent === '' ? null : parent, sent);
    const name = displayName.trim();
    const canBreak = place !== undefined && (alias !== initial.alias || parent !== initial.parent);
    const isSaved = await save(body, t(place === undefined ? 'rooms.added' : 'rooms.saved', { name }), canBreak);
    if (isSaved) onClose();
  };
  return (
    <FormDialog
      title={place === undefined ? t(`rooms.add_${level}`) : t('rooms.edit_name', { name: place.displayName })}

      submitLabel={shown === undefined ? undefined : t('rooms.save_anyway')}
      isDirty={displayName !== initial.displayName || alias !== initial.alias || parent !== initial.parent}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlaceFields places={places} level={level} place={place} fields={fields} onChange={change} />
      <ImpactWarning shown={shown} />
    </FormDialog>
  );
}

interface Fields {
  readonly displayName: string;
  readonly alias: string;
  /** The uuid of the place above. Empty for a client. */
  readonly parent: string;
}

interface PlaceFieldsProps extends Pick<PlaceDialogProps, 'places' | 'level' | 'place'> {
  readonly fields: Fields;
  readonly onChange: (changed: Partial<Fields>) => void;
}

function PlaceFields({ places, level, place, fields, onChange }: PlaceFieldsProps) {
  const { t } = useTexts();
  const parents = placeOptions(places, parentLevels[level], place?.parentUUID ?? '');
  return (
    <>
      <TextField
        name="displayName"
        label={t('rooms.name')}
        value={fields.displayName}
        onChange={(displayName) => onChange({ displayName })}
        isRequired
        maxLength={120}
      />
      {level === 'location' && (
        <TextField
          name="alias"
          label={t('rooms.alias')}
          hint={t('rooms.alias_hint')}
          value={fields.alias}
          onChange={(alias) => onChange({ alias })}
          maxLength={64}
        />
      )}
      {place?.canChange === true && parents.length > 1 && (
        <SelectField
          name="parent"
          label={t(level === 'ward' ? 'rooms.level.location' : 'rooms.level.client')}
          value={fields.parent}
          options={parents}
          onChange={(parent) => onChange({ parent })}
        />
      )}
    </>
  );
}

const parentLevels = { client: [], location: ['client'], ward: ['location'] } as const;
