/**
 * The reasons for which the server refuses a value or a call, or ignores a message. A response contains the code, the
 * values and the English text; `{{name}}` stands for a value. A text that begins with a small letter is shown after the
 * name of the field.
 */

/** The reasons that pages translate: those that people other than installers can meet. */
export const translatedReasons = {
  missing: 'is missing',
  'in-use': 'is in use already',
  'too-short': 'must have at least {{min}} characters',
  'too-long': 'must have at most {{max}} characters',
  'too-small': 'must be at least {{min}}',
  'too-big': 'must be at most {{max}}',
  'one-line': 'must be one line of text without control characters or characters that reverse the text direction',
  username: 'must have no spaces, no slashes and no invisible characters',
  'username-letters': 'must have letters of one alphabet only, in their usual form',
  alias: 'must be 1 to 64 letters a to z, digits, dots, hyphens or underscores, with a letter or digit first and last',
  'wrong-password': 'is not your present password',
  'alias-used': 'The alias {{alias}} is already used by {{name}}. Give another alias, or the uuid.',
  'alias-used-elsewhere': 'The alias {{alias}} is already used by something that you may not see. Give another alias.',
  'name-twice': 'There is already a connection with the name {{name}}.',
  'topic-start': 'must be the start of a topic, without wildcards or a final slash',
  'topics-overlap': 'The topic {{topic}} overlaps with {{other}} of the connection {{name}}.',
  'device-used': '{{name}} belongs to the room {{room}} already.',
  'second-device': 'The room {{room}} already has {{other}} here.',
  changed: 'Somebody else has changed this meanwhile. Look at its present state and try again.',
  'only-seen': 'You may see this place, but not change it.',
  'last-administrator':
    'Nobody would be left who can administer everything. Make somebody else administrator of everything first.',
  'account-disabled': 'The account is disabled. Enable it first.',
  'too-many-passwords': 'Too many wrong passwords. Wait a moment and try again.',
  'wrong-code': 'This code is not known. Copy the whole link that the server printed.',
  'expired-code': 'This code has expired. Restart the server: it prints a new link.',
  'used-code': 'This code was used already. Log in with your account.',
  'too-many-codes': 'Too many wrong codes. Wait a minute and try again.',
  'first-report': '{{name}} has just sent its first report. Nothing is removed. Try again.',
  'files-waiting': 'Other files are being read. Try again in a moment.',
  'backup-running': 'A backup is being made already.',
  'no-space': 'The disk has too little space for a backup.',
  'backup-elsewhere':
    'The data are in PostgreSQL. Back it up with pg_dump or with the backups of its service: only they know its other data.',
  'unread-topic': 'Room Status does not need this message. It reads {{topics}}.',
  'unknown-device': 'The device {{device}} is in no room yet. Upper and lower case matter.',
  'nameless-device': 'The message does not name its device, so it is about no room.',
  'ignored-message': 'Room Status does not need this message.',
  'no-case': 'These values of {{product}} mean nothing here: {{sent}}',
  'source-online': 'The sensor is online. The status does not change.',
  'source-offline': 'The sensor is offline. The room is unreachable.',
  'gives-no-status': 'With this value alone the room has no status.',
  'provider-away': 'The identity provider {{issuer}} cannot be reached.',
  'provider-clock-ahead': 'The clock of the identity provider is {{seconds}} s ahead of the clock of this server.',
  'provider-clock-behind': 'The clock of the identity provider is {{seconds}} s behind the clock of this server.',
} as const;

/** The reasons that only installers can meet, which pages show in English. */
const otherReasons = {
  unknown: 'is not known',
  empty: 'must not be empty',
  'too-few': 'must have at least {{min}} entries',
  'too-many': 'must have at most {{max}} entries',
  'not-in-list': 'must be one of {{options}}',
  'wrong-type': 'must be of the type {{type}}',
  'wrong-form': 'has a wrong form',
  uuid: 'must be a uuid',
  'day-time': 'must be two times of day such as 21:00-06:00',
  rules: 'must be rules such as { "offlineAfterSeconds": 300 }',
  'no-columns': 'the names of the columns are missing',
  'unknown-column': 'is not a known column',
  'missing-column': 'is missing: every file needs this column',
  'column-twice': 'is given twice',
  columns: 'The columns are {{columns}}.',
  cells: 'has {{count}} cells, and the first line names {{wanted}}',
  unreadable: 'it cannot be read: {{message}}',
  'not-yaml': '{{message}} (column {{column}})',
  'not-csv': '{{message}}',
  contradiction: 'is "{{here}}" here and "{{there}}" at {{place}}',
  'several-with-name': 'several {{level}}s have the name "{{name}}": give the {{column}}',
  'same-name': 'there is another {{level}} "{{name}}" at {{place}}: give one of them its uuid',
  'uuid-used': 'the uuid {{uuid}} is already used by the {{level}} at {{place}}',
  'no-clients': 'must begin with `clients:` and a list, as `export` writes it',
  'not-text': 'must be text: put it in quotes',
  'empty-rules': 'is empty; leave it out to keep the rules, or write {} to remove them',
  'empty-seconds': 'is empty; write seconds, or null if the device is never offline',
  'alias-used-here':
    'the alias "{{alias}}" is already used by the {{level}} at {{place}}: give another alias, or the uuid',
  'too-many-places': 'the file has more than {{max}} places and rooms: import it in parts',
  'too-much-memory': 'the file needs too much memory to be read: import it in parts',
  'too-slow': 'the file takes too long to read: import it in parts',
  'key-twice': 'the key {{key}} is there twice in one map',
  'no-connections': 'it must begin with `connections:`',
  'connection-list': 'must be a list: each connection begins with "- name:"',
  'one-preset': 'a preset is needed, and one only',
  'broker-address': 'must be mqtt://host:1883 or mqtts://host:8883, without user, password and path',
  'broker-host': 'is not a host that MQTT_ALLOWED_HOSTS allows',
  'password-again': 'must be entered again, because the address has changed',
  'broker-fixed': 'MQTT_URL sets the broker.',
  'no-effect': 'needs status, presence, remember or nothing',
  'not-a-value': 'must be one of values',
  'no-source': 'must each have a source that is one of sources; it may be left out if there is only one',
  'plain-word': 'must be a word of letters, digits, dots and dashes',
  'not-a-status': '{{word}} is neither a status name nor a code',
  'value-path': 'must be a path in the JSON such as $.object.alarm, or topic.1',
  'no-names': 'needs at least one of {{options}}',
  'no-name-in-role': 'is missing ({{about}})',
  'not-these-parts': 'must be {{parts}}',
  'slash-in-name': 'must not contain a slash, because it is one topic level',
  'message-too-long': 'is longer than {{max}} bytes',
  'not-utf8': 'is not UTF-8 text',
  'not-json': 'is not JSON: {{message}}',
  'json-list': 'is a JSON list and must be an object',
  'neither-online': 'is "{{word}}", which is neither online nor offline: add its meaning under availability',
  'no-status': 'is "{{word}}", which is no status: add its meaning under statuses',
  'no-value': 'has no valid value for {{name}}',
  'wrong-id': 'must be text of 1 to 128 characters',
} as const;

export const reasonTexts = { ...translatedReasons, ...otherReasons } as const;

export type ReasonCode = keyof typeof reasonTexts;

export type ReasonValues = Readonly<Record<string, string>>;

export type TranslatedReason = keyof typeof translatedReasons;
