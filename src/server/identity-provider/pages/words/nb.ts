import type { PageWords } from './en.ts';

export const nb: PageWords = {
  productName: 'Romstatus',
  signIn: 'Logg inn',
  username: 'Brukernavn',
  password: 'Passord',
  language: 'Språk',
  missing: 'Skriv inn brukernavn og passord.',
  wrong: 'Feil brukernavn eller passord.',
  tooMany: 'For mange mislykkede forsøk. Prøv igjen om {{wait}}.',
  demo: 'Demokontoer',
  demoPassword: 'Passord for alle kontoer: {{password}}',
  expired: 'Denne innloggingssiden er for gammel',
  expiredText: 'Den har vært åpen for lenge, eller den er allerede brukt. Begynn på nytt.',
  failed: 'Innloggingen mislyktes',
  failedText: 'Begynn på nytt. Skjer det igjen, fortell administratoren hva som står her.',
  startAgain: 'Begynn på nytt',
  signOut: 'Logg ut',
  signOutQuestion: 'Vil du logge ut?',
  staySignedIn: 'Forbli innlogget',
  signedOut: 'Du er logget ut',
  roles: { 'ward-nurse': 'Pleiepersonale', manager: 'Leder', administrator: 'Administrator' },
};
