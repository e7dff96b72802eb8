import type { PageWords } from './en.ts';

export const fr: PageWords = {
  productName: 'Statut des chambres',
  signIn: 'S’identifier',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  language: 'Langue',
  missing: 'Saisissez votre nom d’utilisateur et votre mot de passe.',
  wrong: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
  tooMany: 'Trop de tentatives infructueuses. Réessayez dans {{wait}}.',
  demo: 'Comptes de démonstration',
  demoPassword: 'Mot de passe de tous les comptes\u202f: {{password}}',
  expired: 'Cette page d’identification a expiré',
  expiredText: 'Elle est restée ouverte trop longtemps ou a déjà servi. Recommencez.',
  failed: 'Échec de l’identification',
  failedText: 'Recommencez. Si cela se reproduit, signalez à votre administrateur ce qui est écrit ici.',
  startAgain: 'Recommencer',
  signOut: 'Fermer la session',
  signOutQuestion: 'Voulez-vous fermer la session\u202f?',
  staySignedIn: 'Garder la session ouverte',
  signedOut: 'Votre session est fermée',
  roles: { 'ward-nurse': 'Équipe soignante', manager: 'Responsable', administrator: 'Administration' },
};
