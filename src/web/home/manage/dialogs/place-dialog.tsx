import { useState } from 'react';
import { placeEndpoints } from '../../../../contract/home/places.ts';
import { useApi } from '../../../api/api-client.tsx';
import { SelectField } from '../../../administration/form/select-field.tsx';
import { NameField } from '../../../administration/form/name-field.tsx';
import { TextField } from '../../../administration/form/text-field.tsx';
import { useTexts } from '../../../administration/use-texts.ts';
import { type ManagedPlace, placeOptions, type Places } from '../../places.ts';
import { HomeEditDialog } from './edit-dialog.tsx';

interface AddPlaceDialogProps {
  readonly level: ManagedPlace['level'];
  /** The uuid of the place above the new one. Null for a client. */
  readonly parentUUID: string | null;
  readonly onClose: () => void;
}

/** The dialog that adds a client, a location or a ward. */
export function AddPlaceDialog({ level, parentUUID, onClose }: AddPlaceDialogProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const [uuid] = useState(() => crypto.randomUUID());
  const [values, setValues] = useState({ displayName: '', alias: '' });
  const { displayName, alias } = values;
  // Leaves out an empty alias, so that the server makes one from the name of the location.
  const body = { level, uuid, parentUUID, displayName, ...(alias !== '' && { alias }) };
  return (
    <HomeEditDialog
      title={t(`rooms.add_${level}`)}
      initial={{ displayName: '', alias: '' }}
      values={values}
      send={() => call(placeEndpoints.addPlace, { body })}
      text={t('rooms.added', { name: displayName.trim() })}
      onClose={onClose}
    >
      <NameAndAlias level={level} values={values} onChange={(changed) => setValues({ ...values, ...changed })} />
    </HomeEditDialog>
  );
}

interface PlaceDialogProps {
  readonly places: Places;
  /** The place when the dialog was opened. The server refuses the edit if another user has changed the place since. */
  readonly place: ManagedPlace;
  readonly onClose: () => void;
}

/** The dialog that edits a client, a location or a ward. */
export function PlaceDialog({ places, place, onClose }: PlaceDialogProps) {
  const { t } = useTexts();
  const { call } = useApi();
  const { level, uuid, version } = place;
  const [initial] = useState({
    displayName: place.displayName,
    alias: place.alias ?? '',
    parentUUID: place.parentUUID ?? '',
  });
  const [values, setValues] = useState(initial);
  const { displayName, alias, parentUUID } = values;
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const body = {
    level,
    uuid,
    version,
    displayName,
    ...(level === 'location' && { alias: alias === '' ? null : alias }),
    ...(level !== 'client' && { parentUUID }),
  };
  const parents = placeOptions(places, parentLevels[level], place.parentUUID ?? '');
  return (
    <HomeEditDialog
      title={t('rooms.edit_name', { name: place.displayName })}
      initial={initial}
      values={values}
      preview={() => call(placeEndpoints.changePlace, { body, query: { dryRun: 'true' } })}
      send={() => call(placeEndpoints.changePlace, { body, query: {} })}
      text={t('rooms.saved', { name: displayName.trim() })}
      onClose={onClose}
    >
      <NameAndAlias level={level} values={values} onChange={change} />
      {place.canRemove && parents.length > 1 && (
        <SelectField
          name="parentUUID"
          label={t(level === 'ward' ? 'rooms.level.location' : 'rooms.level.client')}
          value={parentUUID}
          options={parents}
          onChange={(parent) => change({ parentUUID: parent })}
        />
      )}
    </HomeEditDialog>
  );
}

const parentLevels = { client: [], location: ['client'], ward: ['location'] } as const;

interface NameAndAliasProps {
  readonly level: ManagedPlace['level'];
  readonly values: { readonly displayName: string; readonly alias: string };
  readonly onChange: (changed: { readonly displayName?: string; readonly alias?: string }) => void;
}

function NameAndAlias({ level, values, onChange }: NameAndAliasProps) {
  const { t } = useTexts();
  return (
    <>
      <NameField
        label={t('rooms.name')}
        value={values.displayName}
        onChange={(displayName) => onChange({ displayName })}
      />
      {level === 'location' && (
        <TextField
          name="alias"
          label={t('rooms.alias')}
          hint={t('rooms.alias_hint')}
          value={values.alias}
          onChange={(alias) => onChange({ alias })}
          maxLength={64}
        />
      )}
    </>
  );
}
