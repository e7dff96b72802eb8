import { roles, type Scope } from '../../../../domain/user.ts';
import buttonStyles from '../../../ui/button.module.css';
import { type Places, placesInOrder } from '../../home/places.ts';
import { scopeOfValue, type ScopeOption, scopeOptions, valueOfScope } from '../../home/scopes.ts';
import { SelectField } from '../../shell/form/select-field.tsx';
import { ManageIcon } from '../../shell/manage-icon.tsx';
import { type ManageTranslate, useTexts } from '../../shell/use-texts.ts';
import styles from './rights-editor.module.css';
import type { Group } from '../use-people.ts';
import { rightText } from './right-text.ts';

type Rights = Group['rights'];

interface RightsEditorProps {
  readonly rights: Rights;
  readonly places: Places;
  readonly onChange: (rights: Rights) => void;
}

/** The list of a group's rights: each a role and a place. */
export function RightsEditor({ rights, places, onChange }: RightsEditorProps) {
  const { t } = useTexts();
  const options = [{ value: 'everything', label: t('people.everything') }, ...scopeOptions(places)];
  const replace = (index: number, right: Rights[number]) =>
    onChange(rights.map((other, position) => (position === index ? right : other)));
  return (
    <div className={styles.rights}>
      {rights.length === 0 && <p className={styles.none}>{t('people.no_rights')}</p>}
      {rights.map((right, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two rights can be equal while they are edited
        <div key={index} className={styles.right} role="group" aria-label={rightText(right, places, t)}>
          <SelectField
            name={`rights.${index}.role`}
            label={t('people.role_label')}
            value={right.role}
            options={roles.map((role) => ({ value: role, label: t(`people.role.${role}`) }))}
            onChange={(value) => replace(index, { ...right, role: roles.find((role) => role === value) ?? right.role })}
          />
          <SelectField
            name={`rights.${index}.scope`}
            label={t('people.place_label')}
            value={valueOfScope(right.scope)}
            options={withPresent(options, right.scope, t)}
            onChange={(value) => replace(index, { ...right, scope: scopeOfValue(value) })}
          />
          <button
            type="button"
            className={styles.removeRight}
            aria-label={t('people.remove_right', { right: rightText(right, places, t) })}
            onClick={() => onChange(rights.filter((_, position) => position !== index))}
          >
            <ManageIcon name="remove" className={styles.icon} />
          </button>
        </div>
      ))}
      <button type="button" className={buttonStyles.quiet} onClick={() => onChange([...rights, smallestRight(places)])}>
        <ManageIcon name="add" className={buttonStyles.icon} />
        {t('people.add_right')}
      </button>
    </div>
  );
}

/** A new right begins with little: a nurse of one ward. */
export function smallestRight(places: Places): Rights[number] {
  const ward = placesInOrder(places).find(({ level }) => level === 'ward');
  return {
    role: 'ward-nurse',
    scope: ward === undefined ? { kind: 'everything' } : { kind: 'ward', uuid: ward.uuid },
  };
}

/** The choices, with the present one if its place was removed meanwhile. */
function withPresent(options: readonly ScopeOption[], scope: Scope, t: ManageTranslate): readonly ScopeOption[] {
  const value = valueOfScope(scope);
  return options.some((one) => one.value === value) ? options : [...options, { value, label: t('people.gone') }];
}
