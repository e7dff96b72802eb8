import type { ManageTexts, ManageTranslate } from '../administration/use-texts.ts';

const fields = [
  'displayName',
  'name',
  'alias',
  'type',
  'status',
  'resolution',
  'note',
  'onBehalfOf',
  'place',
  'username',
  'email',
  'channel',
  'address',
  'language',
  'groups',
  'role',
  'scope',
  'reason',
  'ratePerSecond',
  'mayAnswer',
  'file',
  'finishedAt',
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

/** The fields of an event that moves a room or a place: the client, location or ward. */
const levels = ['client', 'location', 'ward'] as const;

/** Maps a field of an event to a text of another page or the filter that names it. */
const otherTexts = {
  connections: 'equipment.connections',
  topic: 'equipment.topic',
  search: 'audit.search',
  kind: 'audit.kind',
  from: 'audit.from',
  until: 'audit.to',
} as const;

function isOther(name: string): name is keyof typeof otherTexts {
  return Object.hasOwn(otherTexts, name);
}

/** The name of a field. A field without a translation is shown with the name that the server uses. */
export function translateField(name: string, t: ManageTranslate): string {
  const level = levels.find((one) => one === name);
  if (level !== undefined) return t(`rooms.level.${level}`);
  if (isOther(name)) return t(otherTexts[name]);
  const known = fields.find((field) => field === name);
  return known === undefined ? name : t(`audit.field.${known}`);
}
