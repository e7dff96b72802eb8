import type { PageWords } from './en.ts';

export const hu: PageWords = {
  productName: 'Szobák állapota',
  signIn: 'Bejelentkezés',
  username: 'Felhasználónév',
  password: 'Jelszó',
  language: 'Nyelv',
  missing: 'Adja meg a felhasználónevét és a jelszavát.',
  wrong: 'A felhasználónév vagy a jelszó hibás.',
  tooMany: 'Túl sok sikertelen próbálkozás. Próbálja újra {{wait}} múlva.',
  demo: 'Demófiókok',
  demoPassword: 'Minden fiók jelszava: {{password}}',
  expired: 'Ez a bejelentkezési oldal lejárt',
  expiredText: 'Az oldal túl sokáig volt nyitva, vagy már felhasználták. Kezdje elölről.',
  failed: 'A bejelentkezés nem sikerült',
  failedText: 'Kezdje elölről. Ha újra előfordul, tájékoztassa a rendszergazdát az itt olvasható szövegről.',
  startAgain: 'Kezdés elölről',
  signOut: 'Kijelentkezés',
  signOutQuestion: 'Kijelentkezik?',
  staySignedIn: 'Bejelentkezve maradok',
  signedOut: 'Kijelentkezett',
  roles: { 'ward-nurse': 'Ápoló', manager: 'Vezető', administrator: 'Rendszergazda' },
};
