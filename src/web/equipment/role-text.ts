import type { ManageTranslate } from '../administration/use-texts.ts';

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

/** The translated name of a device's role, such as "Bed". Roles of an installer's own preset are not translated. */
export function translateRole(role: string, t: ManageTranslate): string {
  const known = translatedRoles.find((one) => one === role);
  return known === undefined ? role : t(`equipment.roles.${known}`);
}
