import type { PageWords } from './en.ts';

export const de: PageWords = {
  productName: 'Zimmerstatus',
  signIn: 'Anmelden',
  username: 'Benutzername',
  password: 'Passwort',
  language: 'Sprache',
  missing: 'Geben Sie Benutzername und Passwort ein.',
  wrong: 'Benutzername oder Passwort ist falsch.',
  tooMany: 'Zu viele Fehlversuche. Versuchen Sie es in {{wait}} noch einmal.',
  demo: 'Demokonten',
  demoPassword: 'Passwort für alle Konten: {{password}}',
  expired: 'Diese Anmeldeseite ist zu alt',
  expiredText: 'Sie war zu lange offen oder wurde schon benutzt. Beginnen Sie von vorn.',
  failed: 'Anmeldung fehlgeschlagen',
  failedText: 'Beginnen Sie von vorn. Wenn es wieder geschieht, geben Sie Ihrer Administration diesen Text weiter.',
  startAgain: 'Von vorn beginnen',
  signOut: 'Abmelden',
  signOutQuestion: 'Möchten Sie sich abmelden?',
  staySignedIn: 'Angemeldet bleiben',
  signedOut: 'Sie sind abgemeldet',
  roles: { 'ward-nurse': 'Pflegekraft', manager: 'Leitung', administrator: 'Administration' },
};
