import type { PageWords } from './en.ts';

export const de: PageWords = {
  signIn: 'Anmelden',
  username: 'Benutzername',
  password: 'Passwort',
  language: 'Sprache',
  missing: 'Geben Sie Benutzername und Passwort ein.',
  wrong: 'Benutzername oder Passwort ist falsch.',
  tooMany: 'Zu viele Fehlversuche. Versuchen Sie es in {{wait}} noch einmal.',
  demo: 'Demokonten',
  demoPassword: 'Passwort für alle: {{password}}',
  expired: 'Diese Anmeldung gilt nicht mehr',
  expiredText: 'Die Seite war zu lange offen oder wurde schon benutzt. Beginnen Sie von vorn.',
  failed: 'Die Anmeldung hat nicht geklappt',
  failedText: 'Beginnen Sie von vorn. Wenn es wieder geschieht, sagen Sie Ihrer Administration, was hier steht.',
  startAgain: 'Von vorn beginnen',
  signOut: 'Abmelden',
  signOutQuestion: 'Möchten Sie sich abmelden?',
  staySignedIn: 'Angemeldet bleiben',
  signedOut: 'Sie sind abgemeldet',
  roles: { 'ward-nurse': 'Pflegekraft', manager: 'Leitung', administrator: 'Administration' },
};
