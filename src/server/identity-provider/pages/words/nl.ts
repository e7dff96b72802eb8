import type { PageWords } from './en.ts';

export const nl: PageWords = {
  signIn: 'Inloggen',
  username: 'Gebruikersnaam',
  password: 'Wachtwoord',
  language: 'Taal',
  missing: 'Vul uw gebruikersnaam en wachtwoord in.',
  wrong: 'De gebruikersnaam of het wachtwoord klopt niet.',
  tooMany: 'Te veel mislukte pogingen. Probeer het over {{wait}} opnieuw.',
  demo: 'Demo-accounts',
  demoPassword: 'Wachtwoord voor alle accounts: {{password}}',
  expired: 'Deze aanmelding is niet meer geldig',
  expiredText: 'De pagina stond te lang open of is al gebruikt. Begin opnieuw.',
  failed: 'Inloggen is niet gelukt',
  failedText: 'Begin opnieuw. Blijft het misgaan, vertel uw beheerder dan wat hier staat.',
  startAgain: 'Opnieuw beginnen',
  signOut: 'Uitloggen',
  signOutQuestion: 'Wilt u uitloggen?',
  staySignedIn: 'Ingelogd blijven',
  signedOut: 'U bent uitgelogd',
  roles: { 'ward-nurse': 'Zorgmedewerker', manager: 'Leidinggevende', administrator: 'Beheerder' },
};
