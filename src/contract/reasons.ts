/**
 * Why the server refuses a value or a call. A program gets the code, its values and this English text; `{{name}}` stands
 * for a value. The pages of the administration show the text that their language has for the code.
 */

/** The reasons of a field, in the order of what people meet first. The text follows the name of the field. */
const fieldReasons = {
  missing: 'is missing',
  unknown: 'is not known',
  'in-use': 'is in use',
  empty: 'must not be empty',
  'too-short': 'must have at least {{min}} characters',
  'too-long': 'must have at most {{max}} characters',
  'too-few': 'must have at least {{min}} entries',
  'too-many': 'must have at most {{max}} entries',
  'too-small': 'must be at least {{min}}',
  'too-big': 'must be at most {{max}}',
  'not-in-list': 'must be one of {{options}}',
  'wrong-type': 'must be of the type {{type}}',
  'wrong-form': 'has a wrong form',
  'one-line': 'must be one line of text without control characters or characters that reverse the text direction',
  username: 'must have no spaces, no slashes and no invisible characters',
  email: 'must be an e-mail address',
  alias: 'must be 1 to 64 letters a to z, digits, dots, hyphens or underscores, with a letter or digit first and last',
  uuid: 'must be a uuid',
  'day-time': 'must be two times of day such as 21:00-06:00',
  rules: 'must be rules such as { "silentAfter": 300 }',
  'wrong-password': 'is wrong',
} as const;

/** The reasons of a home file. The text follows the line and the column or field. */
const fileReasons = {
  'no-columns': 'the names of the columns are missing',
  'unknown-column': 'is not a known column',
  'column-twice': 'is given twice',
  columns: 'The columns are {{columns}}.',
  cells: 'has {{count}} cells, and the first line names {{wanted}}',
  unreadable: 'it cannot be read: {{message}}',
  'not-yaml': '{{message}} (column {{column}})',
  'not-csv': '{{message}}',
  'no-clients': 'must begin with `clients:` and a list, as `export` writes it',
  'not-text': 'must be text: put it in quotes',
  'empty-rules': 'is empty; leave it out to keep the rules, or write {} to remove them',
  'empty-seconds': 'is empty; write seconds, or null if the device is never offline',
  contradiction: 'is "{{here}}" here and "{{there}}" at {{place}}',
  'several-with-name': 'several {{level}}s have the name "{{name}}": give the {{column}}',
  'same-name': 'there is another {{level}} "{{name}}" at {{place}}: give one of them its uuid',
  'uuid-used': 'the uuid {{uuid}} is already used by the {{level}} at {{place}}',
  'alias-used': 'the alias "{{alias}}" is already used by the {{level}} "{{name}}": give another alias, or the uuid',
  'alias-used-here':
    'the alias "{{alias}}" is already used by the {{level}} at {{place}}: give another alias, or the uuid',
  'alias-used-elsewhere':
    'the alias "{{alias}}" is already used by a {{level}} that you may not see: give another alias, or the uuid',
  'too-many-places': 'the file has more than {{max}} places and rooms: import it in parts',
  'too-much-memory': 'the file needs too much memory to be read: import it in parts',
  'too-slow': 'the file takes too long to read: import it in parts',
} as const;

/** The reasons of the equipment file and its preset files. The text follows the connection and its field. */
const equipmentReasons = {
  'file-too-large': 'it has {{bytes}} bytes, and at most {{max}} are read',
  'key-twice': 'the key {{key}} is there twice in one map',
  'no-connections': 'it must begin with `connections:`',
  'connection-list': 'must be a list: each connection begins with "- name:"',
  'one-preset': 'either preset or presetFile is needed',
  'path-on-server': 'is a path on the server, and can only be set there',
  'plain-word': 'must be a word of letters, digits, dots and dashes',
  'name-twice': '{{name}} is used twice',
  'topic-start': 'must be the start of a topic, without wildcards or a final slash',
  'topics-overlap': '{{topic}} and {{other}} of {{name}} overlap',
  'not-a-status': '{{word}} is neither a status name nor a code',
  'value-path': 'must be a path in the JSON such as $.object.alarm, or topic.1',
  'no-names': 'needs at least one of {{options}}',
  'no-name-in-role': 'is missing ({{about}})',
  'not-these-parts': 'must be {{parts}}',
  'slash-in-name': 'must not contain a slash, because it is one topic level',
  'device-used': '{{name}} is already used by {{entry}}',
  'second-device': '{{room}} already has another one in {{entry}}',
  'no-effect': 'needs status, presence, remember or nothing',
  'not-a-value': 'must be one of values',
  'no-source': 'must each have a source that is one of sources; it may be left out if there is only one',
} as const;

/** The reasons of a whole call. */
const callReasons = {
  changed: 'Somebody has changed it in the meantime. `current` is its present state.',
  'only-seen': 'You may see this place, and not change it.',
  'last-administrator': 'Nobody would be left who can administer everything.',
  'account-disabled': 'The account is disabled. Enable it first.',
  'passkey-refused': 'The passkey is not correct, or too much time has passed. Start again.',
  'no-passkeys-here': 'Passkeys need a host name and TLS: see ROOM_STATUS_URL.',
  'too-many-passwords': 'Too many wrong passwords were sent.',
  'wrong-code': 'This code is not known. Copy the whole link that the server printed at its start.',
  'expired-code': 'This code has expired. Restart the server: it prints a new link.',
  'used-code': 'This code was used already, or the home has an administrator. Sign in instead.',
  'too-many-codes': 'Too many wrong codes came from here.',
  'file-read-only': 'The equipment file cannot be changed here.',
  'file-not-written': 'The equipment file cannot be written: {{message}}',
  'first-report': '{{name}} has just sent its first report. Nothing is removed: try again.',
  'files-waiting': 'Other home files are being read or written.',
  'backup-running': 'A backup is being made already.',
  'no-space': 'The disk has too little space for a copy of the data.',
  'backup-elsewhere': 'PostgreSQL is backed up with pg_dump: see docs/operating.md.',
} as const;

/** What a message of a device does, or why it is refused. The text of a refusal follows the name of the field. */
const messageReasons = {
  'foreign-topic': 'is not below the topic of a connection: {{topics}}',
  'own-topic': 'is a topic of Room Status itself, which needs no equipment file',
  'unread-topic': 'is not read by the preset, which reads {{topics}}',
  'unknown-device': 'device {{device}} is in no room of "{{connection}}"; names are case-sensitive',
  'nameless-device': 'a device without a name is in no room of "{{connection}}"; names are case-sensitive',
  'empty-message': 'is empty: it deletes a retained message at the broker',
  'ignored-message': 'the preset ignores the message',
  'message-too-long': 'is longer than {{max}} bytes',
  'not-utf8': 'is not UTF-8 text',
  'not-json': 'is not JSON: {{message}}',
  'json-list': 'is a JSON list and must be an object',
  'no-case': 'matches no case of the preset for {{product}}: {{sent}}',
  'neither-online': 'is "{{word}}", which is neither online nor offline: add its meaning under availability',
  'no-status': 'is "{{word}}", which is no status: add its meaning under statuses',
  'no-value': 'has no valid value for {{name}}',
  'wrong-id': 'must be text of 1 to 128 characters',
  'reports-status': 'status {{status}}',
  'of-time': 'of {{time}}',
  'without-notification': 'without a notification',
  'alert-without-notification': 'without a notification; a status of high priority opens an alert all the same',
  'source-online': 'the source is online; the status does not change',
  'source-offline': 'the source is offline: the room is unreachable, {{status}}',
  remembers: 'remembers {{values}}',
  'gives-no-status': 'without other values it gives no status',
  'gives-status': 'without other values it gives the status {{status}}',
  'gives-status-after': 'without other values it gives the status {{status}} after {{seconds}} s',
  'unused-time': 'its time {{time}} is not used: a time needs a zone, or the unit of the preset',
  'unknown-status': 'this code is not in the table of statuses, so the card shows "unknown"',
} as const;

/** The condition of a case of a preset, and why a case of a built-in preset does nothing. */
const caseReasons = {
  'value-is': '{{name}} is {{value}}',
  'value-in': '{{name}} is one of {{values}}',
  'value-above': '{{name}} is above {{limit}}',
  'value-missing': '{{name}} is missing',
  'every-other-case': 'in every other case',
  'detection-not-named': 'the message does not say whether the detection is on',
  'camera-not-named': 'the camera is not in this message',
  'frigate-started': 'Frigate has started; the stats messages show which cameras work',
} as const;

/** What is wrong with the external identity provider. */
const providerReasons = {
  'provider-away': 'The identity provider {{issuer}} cannot be reached.',
  'provider-clock-ahead': "The clock of the identity provider is {{seconds}} s ahead of this server's.",
  'provider-clock-behind': "The clock of the identity provider is {{seconds}} s behind this server's.",
} as const;

export const reasonTexts = {
  ...fieldReasons,
  ...fileReasons,
  ...equipmentReasons,
  ...callReasons,
  ...messageReasons,
  ...caseReasons,
  ...providerReasons,
} as const;

export type ReasonCode = keyof typeof reasonTexts;

export type ReasonValues = Readonly<Record<string, string>>;
