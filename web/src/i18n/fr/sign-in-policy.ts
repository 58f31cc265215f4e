import type { Texts } from '../en/index.ts'

export const signInPolicy: Texts['signInPolicy'] = {
  title: 'Règles de connexion',
  lead: 'À qui ce compte demande un second facteur : une clé d’accès ou le code d’une application d’authentification, en plus du mot de passe.',
  reserved: 'Ce qui est demandé à la connexion est fixé par les administrateurs.',
  loadFailed: 'Les règles de connexion ne peuvent pas être lues',
  demand: 'Un second facteur est demandé',
  choice: {
    NOBODY: {
      name: 'À personne',
      detail: 'Chacun peut en configurer un pour soi ; le compte ne l’exige pas.',
    },
    ROLES: {
      name: 'Aux personnes qui ont certains rôles',
      detail: 'À quiconque a au moins un des rôles choisis ci-dessous.',
    },
    EVERYBODY: {
      name: 'À tout le monde',
      detail: 'À toutes les personnes du compte, quels que soient leurs rôles.',
    },
  },
  roles: 'Rôles concernés',
  rolesNeeded: 'Choisissez au moins un rôle.',
  effects: 'Ce qui arrive aux personnes sans second facteur',
  effect: {
    shut: 'En cinq secondes, ce compte leur est fermé, même là où elles sont déjà connectées. Leurs autres comptes ne changent pas.',
    enrol:
      'Elles peuvent encore se connecter et sont invitées à en configurer un. Le compte s’ouvre dès que c’est fait.',
    lost: 'Qui a perdu le sien utilise un code de secours, ou demande à deux administrateurs de le réinitialiser dans la page Utilisateurs.',
    clients: 'Les clients d’API ne sont pas concernés.',
  },
  self: 'Si la règle vous concerne aussi, vous devez avoir présenté votre propre second facteur dans cette session : personne ne peut s’enfermer dehors.',
  saved: 'Les règles de connexion ont été modifiées',
}
