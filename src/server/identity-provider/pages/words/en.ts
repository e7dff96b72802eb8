/** The English texts of the provider's pages. They are the type of the other languages: a missing text does not compile. */
import type { Role } from '../../../../domain/user.ts';

export const en = {
  productName: 'Room Status',
  signIn: 'Log in',
  username: 'Username',
  password: 'Password',
  language: 'Language',
  missing: 'Enter your username and password.',
  wrong: 'Wrong username or password.',
  /** {{wait}} is a duration such as “30 seconds”. */
  tooMany: 'Too many failed attempts. Try again in {{wait}}.',
  demo: 'Demo accounts',
  demoPassword: 'Password for all accounts: {{password}}',
  expired: 'This login page is too old',
  expiredText: 'It was open for too long, or it was used before. Start again.',
  failed: 'Login failed',
  failedText: 'Start again. If this keeps happening, tell your administrator what is written here.',
  startAgain: 'Start again',
  signOut: 'Log out',
  signOutQuestion: 'Do you want to log out?',
  staySignedIn: 'Stay logged in',
  signedOut: 'You are logged out',
  roles: { 'ward-nurse': 'Ward nurse', manager: 'Manager', administrator: 'Administrator' },
};

export type PageWords = Omit<typeof en, 'roles'> & { readonly roles: Readonly<Record<Role, string>> };
