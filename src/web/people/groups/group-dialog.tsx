import { useState } from 'react';
import { roles } from '../../../domain/user.ts';
import { useMe } from '../../api/me.ts';
import type { Places } from '../../home/places.ts';
import { FormDialog } from '../../administration/dialog/form-dialog.tsx';
import { TextField } from '../../administration/form/text-field.tsx';
import { useTexts } from '../../administration/use-texts.ts';
import textStyles from '../../ui/text.module.css';
import { type Group, usePeopleCalls } from '../use-people.ts';
import { RightsEditor, smallestRight } from './rights-editor.tsx';

interface GroupDialogProps {
  /** The group whose rights are edited. Null: a new group. */
  readonly group: Group | null;
  readonly known: readonly Group[];
  readonly places: Places;
  readonly onClose: () => void;
}

/** The dialog that edits the rights of a group. */
export function GroupDialog({ group, known, places, onClose }: GroupDialogProps) {
  const { t } = useTexts();
  const { data: me } = useMe();
  const { changeGroup } = usePeopleCalls();
  const [before] = useState(() => group ?? { name: '', version: null, rights: [smallestRight(places)] });
  const [name, setName] = useState(before.name);
  const [rights, setRights] = useState(before.rights);
  return (
    <FormDialog
      title={group === null ? t('people.add_group') : t('people.group', { name: group.name })}
      isDirty={name !== before.name || JSON.stringify(rights) !== JSON.stringify(before.rights)}
      savedText={t('people.saved', { name: name.trim() })}
      onSubmit={() => changeGroup({ name: name.trim(), version: before.version, rights })}
      onClose={onClose}
    >
      {group === null && (
        <TextField
          name="name"
          label={t('people.group_name')}
          hint={me?.hasOwnAccounts === false ? t('people.group_name_external') : undefined}
          value={name}
          onChange={setName}
          isRequired
          maxLength={200}
          validate={(value) =>
            known.some((other) => other.name === value.trim()) ? t('people.group_known') : undefined
          }
        />
      )}
      <RightsEditor rights={rights} places={places} onChange={setRights} />
      <ul className={textStyles.detail}>
        {roles.map((role) => (
          <li key={role}>{t(`people.role_may.${role}`)}</li>
        ))}
      </ul>
    </FormDialog>
  );
}
