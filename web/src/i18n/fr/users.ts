import type { Texts } from '../en/index.ts'

export const users: Texts['users'] = {
  title: 'Utilisateurs',
  lead: 'Les personnes qui travaillent dans ce compte. Un rôle dit ce que chacune peut faire ; plusieurs rôles se cumulent.',
  reserved: 'Les administrateurs savent qui travaille dans ce compte, et avec quels rôles.',
  listLabel: 'Personnes du compte',
  loadFailed: 'La liste des personnes n’a pas pu être affichée',
  add: 'Ajouter une personne',
  name: 'Nom',
  email: 'Adresse électronique',
  emailHelp: 'Elle sert à se connecter et à recevoir les courriels.',
  language: 'Langue des courriels',
  roles: 'Rôles',
  rolesHelp: 'Donnez le strict nécessaire ; vous pourrez changer à tout moment.',
  rolesNeeded: 'Choisissez au moins un rôle.',
  state: 'État',
  since: 'Depuis',
  you: 'Vous',
  active: 'Actif',
  suspended: 'Suspendu',
  noPassword: 'Sans mot de passe',
  role: {
    ADMIN: {
      name: 'Administrateur',
      detail:
        'Tout, y compris les personnes, les réglages, les clients d’API, les webhooks et les effacements.',
    },
    MANAGER: {
      name: 'Gestionnaire',
      detail: 'S’occupe des tiers : les ajoute, ouvre les dossiers, invite les contacts, écrit les règles.',
    },
    REVIEWER: {
      name: 'Examinateur',
      detail: 'Lit tout le portefeuille et statue sur les réponses.',
    },
    READER: { name: 'Lecteur', detail: 'Consulte le portefeuille sans rien modifier.' },
    AUDITOR: {
      name: 'Auditeur',
      detail: 'Consulte, vérifie le journal et lit l’historique des webhooks.',
    },
  },
  oneAdmin: 'Il n’y a qu’un seul administrateur',
  oneAdminDetail:
    'Si {{name}} est absent, personne ne peut ajouter de personnes ni changer les réglages. Donnez ce rôle à une deuxième personne ; d’ici là, celle-ci ne peut être ni suspendue ni retirée.',
  lastAdmin: 'Le seul administrateur ne peut perdre ce rôle. Donnez-le d’abord à quelqu’un d’autre.',
  menuFor: 'Actions pour {{name}}',
  change: 'Modifier le nom ou les rôles',
  changeTitle: 'Modifier {{name}}',
  changed: '{{name}} a été modifié',
  losingAdmin:
    'Vous êtes sur le point de vous retirer le rôle d’administrateur. Vous ne pourriez plus revenir en arrière.',
  suspend: 'Suspendre',
  suspendedNow: '{{name}} n’a plus accès',
  restore: 'Rétablir l’accès',
  restored: '{{name}} a de nouveau accès',
  remove: 'Retirer du compte',
  removeTitle: 'Retirer {{name}} ?',
  removeDetail:
    'L’accès est coupé aussitôt, sur tous les appareils. Les décisions et les écrits restent au journal sous son nom.',
  removeSelf: 'C’est vous : vous serez déconnecté de ce compte.',
  removed: '{{name}} a été retiré',
  newLink: 'Nouveau lien de mot de passe',
  newLinkTitle: 'Créer un nouveau lien de mot de passe ?',
  newLinkDetail:
    'Il permet à {{name}} de choisir un nouveau mot de passe. Les liens précédents ne marchent plus.',
  makeLink: 'Créer le lien',
  linkTitle: 'Lien de mot de passe de {{name}}',
  link: 'Lien pour choisir un mot de passe',
  linkHelp: 'Transmettez-le par un canal que seul {{name}} lit. Il ne sert qu’une fois, et peu de temps.',
  linkLost:
    'La personne a été ajoutée, mais le lien n’est pas parvenu à cette page. Créez-lui un nouveau lien de mot de passe.',
  attachedTitle: '{{name}} a été ajouté',
  attached: 'Cette personne avait déjà accès au service et continue de se connecter comme avant.',
}
