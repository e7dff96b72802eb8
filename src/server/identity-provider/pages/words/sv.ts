import type { PageWords } from './en.ts';

export const sv: PageWords = {
  productName: 'Rumsstatus',
  signIn: 'Logga in',
  username: 'Användarnamn',
  password: 'Lösenord',
  language: 'Språk',
  missing: 'Ange användarnamn och lösenord.',
  wrong: 'Fel användarnamn eller lösenord.',
  tooMany: 'För många misslyckade försök. Försök igen om {{wait}}.',
  demo: 'Demokonton',
  demoPassword: 'Lösenord för alla konton: {{password}}',
  expired: 'Den här inloggningssidan är för gammal',
  expiredText: 'Den har varit öppen för länge eller har redan använts. Börja om.',
  failed: 'Inloggningen misslyckades',
  failedText: 'Börja om. Händer det igen, berätta för administratören vad som står här.',
  startAgain: 'Börja om',
  signOut: 'Logga ut',
  signOutQuestion: 'Vill du logga ut?',
  staySignedIn: 'Förbli inloggad',
  signedOut: 'Du är utloggad',
  roles: { 'ward-nurse': 'Vårdpersonal', manager: 'Chef', administrator: 'Administratör' },
};
