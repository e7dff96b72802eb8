import type { ManageTexts, ManageTranslate } from '../shell/use-texts.ts';

const fields = [
  'displayName',
  'name',
  'alias',
  'type',
  'status',
  'place',
  'username',
  'email',
  'groups',
  'role',
  'scope',
  'reason',
  'ratePerSecond',
  'file',
  'to',
  'rooms',
  'reports',
  'rules',
  'reportsBefore',
  'alerts',
  'sessions',
  'auditEvents',
  'auditEventsBefore',
] as const satisfies readonly (keyof ManageTexts['audit']['field'])[];

/** What a room, ward or location belongs to, when it is moved. */
const levels = ['client', 'location', 'ward'] as const;

/** Values that another text of these pages names already. */
const otherTexts = {
  connections: 'equipment.connections',
  search: 'audit.search',
  from: 'audit.from',
  until: 'audit.to',
} as const;

function isOther(name: string): name is keyof typeof otherTexts {
  return Object.hasOwn(otherTexts, name);
}

/** A value that this page does not know by name is shown by the name that the server uses. */
export function fieldText(name: string, t: ManageTranslate): string {
  const level = levels.find((one) => one === name);
  if (level !== undefined) return t(`rooms.level.${level}`);
  if (isOther(name)) return t(otherTexts[name]);
  const known = fields.find((field) => field === name);
  return known === undefined ? name : t(`audit.field.${known}`);
}
