import { roles, type Scope } from '../../../domain/user.ts';
import { ActionButton } from '../../administration/action-button.tsx';
import textStyles from '../../ui/text.module.css';
import { type Places, placesInOrder } from '../../home/places.ts';
import { scopeOfValue, type ScopeOption, scopeOptions, valueOfScope } from '../../home/scopes.ts';
import { SelectField } from '../../administration/form/select-field.tsx';
import { type ManageTranslate, useTexts } from '../../administration/use-texts.ts';
import type { Group } from '../use-people.ts';
import { describeRight } from './right-text.ts';
import layout from '../../ui/layout.module.css';

type Rights = Group['rights'];

interface RightsEditorProps {
  readonly rights: Rights;
  readonly places: Places;
  readonly onChange: (rights: Rights) => void;
}

/** Edits the rights of a group: each has a role and a scope. */
export function RightsEditor({ rights, places, onChange }: RightsEditorProps) {
  const { t } = useTexts();
  const options = [{ value: 'everything', label: t('people.everything') }, ...scopeOptions(places)];
  const replace = (index: number, right: Rights[number]) =>
    onChange(rights.map((other, position) => (position === index ? right : other)));
  return (
    <div className={layout.stack}>
      {rights.length === 0 && <p className={textStyles.detail}>{t('people.no_rights')}</p>}
      {rights.map((right, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two rights can be equal while they are edited
        <div key={index} className={layout.box} role="group" aria-label={describeRight(right, places, t)}>
          <SelectField
            name={`rights.${index}.role`}
            label={t('people.role_label')}
            value={right.role}
            options={roles.map((role) => ({ value: role, label: t(`people.role.${role}`) }))}
            onChange={(role) => replace(index, { ...right, role })}
          />
          <SelectField
            name={`rights.${index}.scope`}
            label={t('people.place_label')}
            value={valueOfScope(right.scope)}
            options={withPresent(options, right.scope, t)}
            onChange={(value) => replace(index, { ...right, scope: scopeOfValue(value) })}
          />
          <ActionButton
            icon="remove"
            aria-label={t('people.remove_right', { right: describeRight(right, places, t) })}
            onClick={() => onChange(rights.filter((_, position) => position !== index))}
          />
        </div>
      ))}
      <ActionButton icon="add" onClick={() => onChange([...rights, smallestRight(places)])}>
        {t('people.add_right')}
      </ActionButton>
    </div>
  );
}

/** The initial value of a new right, which permits as little as possible: a nurse of one ward. */
export function smallestRight(places: Places): Rights[number] {
  const ward = placesInOrder(places).find(({ level }) => level === 'ward');
  return {
    role: 'ward-nurse',
    scope: ward === undefined ? { kind: 'everything' } : { kind: 'ward', uuid: ward.uuid },
  };
}

/** Adds the scope of the right to the options if its place was removed, so that the form still shows the scope. */
function withPresent(options: readonly ScopeOption[], scope: Scope, t: ManageTranslate): readonly ScopeOption[] {
  const value = valueOfScope(scope);
  return options.some((one) => one.value === value) ? options : [...options, { value, label: t('people.gone') }];
}
