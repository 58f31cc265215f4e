import type { Texts } from '../en/index.ts'

export const signInPolicy: Texts['signInPolicy'] = {
  title: 'Règles de connexion',
  lead: 'Qui doit donner un second facteur pour entrer dans ce compte : une clé d’accès, ou le code d’une application d’authentification, en plus du mot de passe.',
  reserved: 'Les administrateurs décident de ce qui est demandé à la connexion.',
  loadFailed: 'Les règles de connexion n’ont pas pu être chargées',
  demand: 'Qui doit donner un second facteur',
  choice: {
    NOBODY: {
      name: 'Personne',
      detail: 'Chacun peut en configurer un, sans y être obligé.',
    },
    ROLES: {
      name: 'Les personnes qui ont certains rôles',
      detail: 'Toutes celles qui ont au moins un des rôles choisis ci-dessous.',
    },
    EVERYBODY: {
      name: 'Tout le monde',
      detail: 'Toutes les personnes du compte, quels que soient leurs rôles.',
    },
  },
  roles: 'Rôles concernés',
  rolesNeeded: 'Choisissez au moins un rôle.',
  effects: 'Ce qui arrive aux personnes sans second facteur',
  effect: {
    shut: 'En cinq secondes, ce compte leur est fermé, même là où elles sont déjà connectées. Leurs autres comptes restent ouverts.',
    enrol:
      'Elles peuvent encore se connecter et sont invitées à en configurer un. Le compte s’ouvre dès que c’est fait.',
    lost: 'Les personnes qui ont perdu le leur utilisent un code de secours. À défaut, deux administrateurs peuvent le réinitialiser dans la page Utilisateurs.',
    clients: 'Les clients d’API ne sont pas concernés.',
  },
  self: 'Si la règle vous concerne aussi, configurez d’abord votre propre second facteur et donnez-le dans cette session : vous ne risquez pas de perdre l’accès.',
  saved: 'Les règles de connexion ont été modifiées',
}
