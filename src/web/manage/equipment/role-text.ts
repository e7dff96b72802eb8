import { type ManageTranslate, manageCatalogues } from '../shell/use-texts.ts';
import type { Preset } from './use-equipment.ts';

const translatedRoles = [
  'camera',
  'bed',
  'bathroom',
  'presence',
  'fall',
  'status',
  'device',
  'sensor',
  'mat',
  'vibration',
] as const;

/** The name of a role. Those of an installer's preset file have no translation. */
export function roleText(role: string, t: ManageTranslate): string {
  const known = translatedRoles.find((one) => one === role);
  return known === undefined ? role : t(`equipment.roles.${known}`);
}

/** How the product names what has this role. Those of an installer's preset file have no translation. */
export function hintText(
  preset: Pick<Preset, 'name' | 'isBuiltIn'>,
  role: Preset['roles'][number],
  t: ManageTranslate,
) {
  const key = `${preset.name}_${role.name}`;
  return preset.isBuiltIn && isHint(key) ? t(`equipment.hints.${key}`) : role.about;
}

function isHint(key: string): key is keyof typeof manageCatalogues.en.equipment.hints {
  return Object.hasOwn(manageCatalogues.en.equipment.hints, key);
}
