import type { PageWords } from './en.ts';

export const fr: PageWords = {
  signIn: 'Se connecter',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  language: 'Langue',
  missing: 'Saisissez votre nom d’utilisateur et votre mot de passe.',
  wrong: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
  tooMany: 'Trop de tentatives infructueuses. Réessayez dans {{wait}}.',
  demo: 'Comptes de démonstration',
  demoPassword: 'Mot de passe pour tous : {{password}}',
  expired: 'Cette connexion n’est plus valable',
  expiredText: 'La page est restée ouverte trop longtemps ou a déjà servi. Recommencez.',
  failed: 'La connexion a échoué',
  failedText: 'Recommencez. Si cela se reproduit, signalez à votre administrateur ce qui est écrit ici.',
  startAgain: 'Recommencer',
  signOut: 'Se déconnecter',
  signOutQuestion: 'Voulez-vous vous déconnecter ?',
  staySignedIn: 'Rester connecté',
  signedOut: 'Vous êtes déconnecté',
  roles: { 'ward-nurse': 'Équipe soignante', manager: 'Responsable', administrator: 'Administration' },
};
