import type { PageWords } from './en.ts';

export const da: PageWords = {
  productName: 'Værelsesstatus',
  signIn: 'Log ind',
  username: 'Brugernavn',
  password: 'Adgangskode',
  language: 'Sprog',
  missing: 'Indtast brugernavn og adgangskode.',
  wrong: 'Brugernavnet eller adgangskoden er forkert.',
  tooMany: 'For mange mislykkede forsøg. Prøv igen om {{wait}}.',
  demo: 'Demokonti',
  demoPassword: 'Adgangskode til alle konti: {{password}}',
  expired: 'Denne loginside er udløbet',
  expiredText: 'Siden har været åben for længe, eller den er allerede brugt. Begynd forfra.',
  failed: 'Login mislykkedes',
  failedText: 'Begynd forfra. Sker det igen, så giv din administrator besked om det, der står her.',
  startAgain: 'Begynd forfra',
  signOut: 'Log ud',
  signOutQuestion: 'Vil du logge ud?',
  staySignedIn: 'Forbliv logget ind',
  signedOut: 'Du er logget ud',
  roles: { 'ward-nurse': 'Plejepersonale', manager: 'Leder', administrator: 'Administrator' },
};
