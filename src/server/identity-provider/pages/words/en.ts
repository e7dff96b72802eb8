/** The words of the provider's pages. English is the type of the rest: a missing word does not compile. */
import type { Role } from '../../../../domain/user.ts';

export const en = {
  signIn: 'Sign in',
  username: 'Username',
  password: 'Password',
  language: 'Language',
  missing: 'Enter your username and password.',
  wrong: 'The username or password is wrong.',
  /** {{wait}} is a duration such as “30 seconds”. */
  tooMany: 'Too many failed attempts. Try again in {{wait}}.',
  demo: 'Demo accounts',
  demoPassword: 'Password for all: {{password}}',
  expired: 'This sign-in is no longer valid',
  expiredText: 'The page was open for too long, or it was used before. Start again.',
  failed: 'Sign-in did not work',
  failedText: 'Start again. If this keeps happening, tell your administrator what is written here.',
  startAgain: 'Start again',
  signOut: 'Sign out',
  signOutQuestion: 'Do you want to sign out?',
  staySignedIn: 'Stay signed in',
  signedOut: 'You are signed out',
  roles: { 'ward-nurse': 'Ward nurse', manager: 'Manager', administrator: 'Administrator' },
};

export type PageWords = Omit<typeof en, 'roles'> & { readonly roles: Readonly<Record<Role, string>> };
