import type { Right } from '../../../domain/user.ts';
import { type Places, formatPlacePath } from '../../home/places.ts';
import type { ManageTranslate } from '../../administration/use-texts.ts';

/** Formats a right, such as `Nurse: Harbour House / Ward 1`. */
export function describeRight({ role, scope }: Right, places: Places, t: ManageTranslate): string {
  const place = scope.kind === 'everything' ? t('people.everything') : formatPlacePath(places, scope.uuid);
  return t('people.right', { role: t(`people.role.${role}`), place: place === '' ? t('people.gone') : place });
}
