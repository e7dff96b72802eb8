import { useState } from 'react';
import { ManagedGroup } from '../../../../contract/manage/groups.ts';
import { useMe } from '../../../api/me.ts';
import type { Places } from '../../home/places.ts';
import { FormDialog } from '../../shell/dialog/form-dialog.tsx';
import { TextField } from '../../shell/form/text-field.tsx';
import { useNotify } from '../../shell/notifications.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { RightsPreview } from '../preview/rights-preview.tsx';
import { type Group, usePeopleCalls } from '../use-people.ts';
import { useSeen } from '../use-seen.ts';
import { rightText } from './right-text.ts';
import { RightsEditor, smallestRight } from './rights-editor.tsx';

interface GroupDialogProps {
  /** Null: a new group. */
  readonly group: Group | null;
  readonly known: readonly Group[];
  readonly places: Places;
  readonly onClose: () => void;
}

/** The rights of a group, and what its members see with them. */
export function GroupDialog({ group, known, places, onClose }: GroupDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const { data: me } = useMe();
  const { changeGroup } = usePeopleCalls();
  const { seen, describeRefusal, afterChange } = useSeen(group, ManagedGroup, (present) => {
    const rightsText = present.rights.map((right) => rightText(right, places, t)).join('; ');
    return t('people.group_changed', { rights: rightsText || t('people.no_rights') });
  });
  const [before] = useState(() => group ?? { name: '', rights: [smallestRight(places)] });
  const [name, setName] = useState(before.name);
  const [rights, setRights] = useState(before.rights);
  return (
    <FormDialog
      title={group === null ? t('people.add_group') : t('people.group', { name: group.name })}
      isDirty={name !== before.name || JSON.stringify(rights) !== JSON.stringify(before.rights)}
      describeRefusal={describeRefusal}
      onSubmit={async () => {
        const wanted = name.trim();
        await afterChange(changeGroup({ name: wanted, version: seen?.version ?? null, rights }));
        notify({ text: t('people.saved', { name: wanted }) });
        onClose();
      }}
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
      <RightsPreview title={t('people.preview_group')} request={{ rights }} />
    </FormDialog>
  );
}
