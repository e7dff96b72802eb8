import { useState } from 'react';
import { wallBoardEndpoints } from '../../../contract/wall-boards/wall-boards.ts';
import { FormDialog } from '../../administration/dialog/form-dialog.tsx';
import { CheckField } from '../../administration/form/check-field.tsx';
import { NameField } from '../../administration/form/name-field.tsx';
import { SelectField } from '../../administration/form/select-field.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import { useApi } from '../../api/api-client.tsx';
import { placeOptions, usePlaces } from '../../home/places.ts';
import type { WallBoard } from './board-row.tsx';

interface AddDialogProps {
  /** The code from the link that the screen shows; empty: the user types it. */
  readonly code: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The form that makes a screen a wall board. */
export function AddDialog({ code, onSaved, onClose }: AddDialogProps) {
  const { t } = useTexts();
  const api = useApi();
  const [userCode, setUserCode] = useState(code);
  const [settings, setSettings] = useState<Settings>({ name: '', wardUUID: '', mayAnswer: false });
  const wards = useWards();
  const wardUUID = settings.wardUUID || (wards[0]?.value ?? '');
  const submit = async (): Promise<void> => {
    await api.call(wallBoardEndpoints.addWallBoard, { body: { userCode, ...settings, wardUUID } });
    onSaved();
  };
  return (
    <FormDialog
      title={t('wall-boards.add_title')}
      submitLabel={t('wall-boards.submit')}
      savedText={t('wall-boards.added', { name: settings.name })}
      isDirty={userCode !== code || settings.name !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="userCode"
        label={t('wall-boards.code')}
        hint={t('wall-boards.code_hint')}
        value={userCode}
        onChange={setUserCode}
        maxLength={20}
        isVerbatim
        isRequired
      />
      <SettingsFields settings={{ ...settings, wardUUID }} wards={wards} onChange={setSettings} />
    </FormDialog>
  );
}

interface ChangeDialogProps extends Omit<AddDialogProps, 'code'> {
  readonly board: WallBoard;
}

/** The form that renames a wall board, moves it to another ward, or allows answers on it. */
export function ChangeDialog({ board, onSaved, onClose }: ChangeDialogProps) {
  const { t } = useTexts();
  const api = useApi();
  const { id, version, name, wardUUID, mayAnswer } = board;
  const [settings, setSettings] = useState<Settings>({ name, wardUUID, mayAnswer });
  const wards = useWards(wardUUID);
  const submit = async (): Promise<void> => {
    await api.call(wallBoardEndpoints.changeWallBoard, { params: { id }, body: { version, ...settings } });
    onSaved();
  };
  return (
    <FormDialog
      title={t('wall-boards.change_title', { name })}
      savedText={t('wall-boards.changed', { name: settings.name })}
      isDirty={settings.name !== name || settings.wardUUID !== wardUUID || settings.mayAnswer !== mayAnswer}
      onSubmit={submit}
      onClose={onClose}
    >
      <SettingsFields settings={settings} wards={wards} onChange={setSettings} />
    </FormDialog>
  );
}

interface Settings {
  readonly name: string;
  readonly wardUUID: string;
  readonly mayAnswer: boolean;
}

interface SettingsFieldsProps {
  readonly settings: Settings;
  readonly wards: ReturnType<typeof useWards>;
  readonly onChange: (settings: Settings) => void;
}

function SettingsFields({ settings, wards, onChange }: SettingsFieldsProps) {
  const { t } = useTexts();
  const { name, wardUUID, mayAnswer } = settings;
  return (
    <>
      <NameField
        name="name"
        label={t('wall-boards.name')}
        hint={t('wall-boards.name_hint')}
        value={name}
        onChange={(changed) => onChange({ ...settings, name: changed })}
      />
      <SelectField
        name="wardUUID"
        label={t('wall-boards.ward')}
        value={wardUUID}
        options={wards}
        onChange={(changed) => onChange({ ...settings, wardUUID: changed })}
      />
      <CheckField isChecked={mayAnswer} onChange={(changed) => onChange({ ...settings, mayAnswer: changed })}>
        {t('wall-boards.may_answer')}
      </CheckField>
    </>
  );
}

/** The wards that the user manages. `present`: the ward of the board. */
function useWards(present?: string) {
  const { places } = usePlaces();
  return places === undefined ? [] : placeOptions(places, ['ward'], present);
}
