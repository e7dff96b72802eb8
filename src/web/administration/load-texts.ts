/** The texts of the administration, one file per page and language. Opening a page loads all files of its language. */
import type { LanguageCode } from '../../domain/language.ts';
import type account from '../language/en/account.json';
import type audit from '../language/en/audit.json';
import type contacts from '../language/en/contacts.json';
import type devices from '../language/en/devices.json';
import type equipment from '../language/en/equipment.json';
import type figures from '../language/en/figures.json';
import type people from '../language/en/people.json';
import type rooms from '../language/en/rooms.json';
import type rules from '../language/en/rules.json';
import type shell from '../language/en/shell.json';
import type status from '../language/en/status.json';
import type wallBoards from '../language/en/wall-boards.json';
import { englishReasons, type ReasonTexts } from '../language/english-reasons.ts';
import { textsOfLanguage } from '../language/texts-of-language.ts';

const files = {
  account: import.meta.glob<typeof account>('../language/*/account.json', { import: 'default' }),
  audit: import.meta.glob<typeof audit>('../language/*/audit.json', { import: 'default' }),
  contacts: import.meta.glob<typeof contacts>('../language/*/contacts.json', { import: 'default' }),
  devices: import.meta.glob<typeof devices>('../language/*/devices.json', { import: 'default' }),
  equipment: import.meta.glob<typeof equipment>('../language/*/equipment.json', { import: 'default' }),
  figures: import.meta.glob<typeof figures>('../language/*/figures.json', { import: 'default' }),
  people: import.meta.glob<typeof people>('../language/*/people.json', { import: 'default' }),
  reasons: import.meta.glob<ReasonTexts>('../language/*/reasons.json', { import: 'default' }),
  rooms: import.meta.glob<typeof rooms>('../language/*/rooms.json', { import: 'default' }),
  rules: import.meta.glob<typeof rules>('../language/*/rules.json', { import: 'default' }),
  shell: import.meta.glob<typeof shell>('../language/*/shell.json', { import: 'default' }),
  status: import.meta.glob<typeof status>('../language/*/status.json', { import: 'default' }),
  'wall-boards': import.meta.glob<typeof wallBoards>('../language/*/wall-boards.json', { import: 'default' }),
} as const;

/** Loads all texts of the administration in one language with one request: the bundler puts them into one script. */
export async function loadManageTexts(language: LanguageCode) {
  return {
    account: await textsOfLanguage(files.account, language)(),
    audit: await textsOfLanguage(files.audit, language)(),
    contacts: await textsOfLanguage(files.contacts, language)(),
    devices: await textsOfLanguage(files.devices, language)(),
    equipment: await textsOfLanguage(files.equipment, language)(),
    figures: await textsOfLanguage(files.figures, language)(),
    people: await textsOfLanguage(files.people, language)(),
    reasons: language === 'en' ? englishReasons : await textsOfLanguage(files.reasons, language)(),
    rooms: await textsOfLanguage(files.rooms, language)(),
    rules: await textsOfLanguage(files.rules, language)(),
    shell: await textsOfLanguage(files.shell, language)(),
    status: await textsOfLanguage(files.status, language)(),
    'wall-boards': await textsOfLanguage(files['wall-boards'], language)(),
  };
}
