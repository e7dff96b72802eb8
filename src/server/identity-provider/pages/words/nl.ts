import type { PageWords } from './en.ts';

export const nl: PageWords = {
  productName: 'Kamerstatus',
  signIn: 'Inloggen',
  username: 'Gebruikersnaam',
  password: 'Wachtwoord',
  language: 'Taal',
  missing: 'Vul je gebruikersnaam en wachtwoord in.',
  wrong: 'De gebruikersnaam of het wachtwoord klopt niet.',
  tooMany: 'Te veel mislukte pogingen. Probeer het over {{wait}} opnieuw.',
  demo: 'Demo-accounts',
  demoPassword: 'Wachtwoord voor alle accounts: {{password}}',
  expired: 'Deze inlogpagina is verlopen',
  expiredText: 'De pagina stond te lang open of is al gebruikt. Begin opnieuw.',
  failed: 'Inloggen is mislukt',
  failedText: 'Begin opnieuw. Blijft het misgaan, vertel je beheerder dan wat hier staat.',
  startAgain: 'Opnieuw beginnen',
  signOut: 'Uitloggen',
  signOutQuestion: 'Wil je uitloggen?',
  staySignedIn: 'Ingelogd blijven',
  signedOut: 'Je bent uitgelogd',
  roles: { 'ward-nurse': 'Zorgmedewerker', manager: 'Leidinggevende', administrator: 'Beheerder' },
};
