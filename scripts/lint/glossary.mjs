/** Words that names must not use, each with the field's word to use instead. Add a row when a better word is agreed on. */

/** @type {readonly { banned: RegExp, instead: string }[]} */
const glossary = [
  { banned: /^(most|longest)[A-Z]/, instead: 'maxX' },
  { banned: /^usual[A-Z]/, instead: 'defaultX' },
  { banned: /[a-z]WithinMs$/, instead: 'xTimeoutMs or xWindowMs' },
  { banned: /[a-z]EveryMs$/, instead: 'xIntervalMs' },
  { banned: /^door(?!bell)|Door(?!bell)/, instead: 'ingest' },
  { banned: /violence/i, instead: 'fault' },
  { banned: /trouble/i, instead: 'health or failingSince' },
  { banned: /^(told|tell|heard|said)([A-Z]|$)/, instead: 'a verb of the field: send, receive, publish, notify' },
  { banned: /^(guest|stranger)s?([A-Z]|$)/i, instead: 'client' },
  { banned: /^adopt|Adopt/, instead: 'takeover or lease' },
  { banned: /crowd/i, instead: 'backpressure' },
];

/** What is wrong with a name; undefined when nothing is. @param {string} name an identifier, or a file's name in kebab-case */
export function problemOfName(name) {
  const camelCase = name.replaceAll(/-([a-z0-9])/g, (_dash, letter) => letter.toUpperCase());
  const entry = glossary.find(({ banned }) => banned.test(camelCase));
  return entry && `The name ${name} is not in the glossary: use ${entry.instead}.`;
}
