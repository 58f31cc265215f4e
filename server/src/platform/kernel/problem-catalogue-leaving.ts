import type { Problem } from './problem-catalogue-entry.ts'

/** Accounts that are suspended, exported as a whole, or about to be deleted. */
export const leavingProblems = {
  ACCOUNT_SUSPENDED: {
    status: 403,
    title: 'Account suspended',
    titleFr: 'Compte suspendu',
    retryable: false,
    en: 'This account is suspended: nobody can use it for now, and nothing of it is lost. Ask the operator of the service.',
    fr: 'Ce compte est suspendu : personne ne peut l’utiliser pour le moment, et rien n’en est perdu. Adressez-vous à l’exploitant du service.',
    reasons: {
      LEAVING: {
        en: 'This account is suspended because its deletion was asked for. Until then an administrator can take that back, under Settings, Leaving.',
        fr: 'Ce compte est suspendu parce que sa suppression a été demandée. D’ici là, un administrateur peut y renoncer, dans Réglages, Départ.',
      },
      DELETING: {
        en: 'This account is being deleted. That cannot be taken back.',
        fr: 'Ce compte est en cours de suppression. Il n’est plus possible d’y renoncer.',
      },
    },
  },
  EXPORT_UNDER_WAY: {
    status: 409,
    title: 'An export is under way',
    titleFr: 'Un export est en cours',
    retryable: false,
    en: 'An export of this account is being made already. Wait for it: it will hold the same.',
    fr: 'Un export de ce compte est déjà en cours. Attendez-le : il contiendra la même chose.',
  },
  EXPORT_NOT_FOUND: {
    status: 404,
    title: 'Export not found',
    titleFr: 'Export introuvable',
    retryable: false,
    en: 'This account has no export {exportId} that can be downloaded. It may be under way, or its time may be over. Look at the list of exports.',
    fr: 'Ce compte n’a pas d’export {exportId} à télécharger. Il est peut-être en cours, ou son délai est passé. Consultez la liste des exports.',
  },
  ACCOUNT_NAME_DIFFERS: {
    status: 422,
    title: 'Not the name of the account',
    titleFr: 'Ce n’est pas le nom du compte',
    retryable: false,
    en: 'What was typed is not the name of this account. Type it exactly as it is shown, so that no other one is deleted by mistake.',
    fr: 'Le texte saisi n’est pas le nom de ce compte. Saisissez-le exactement comme il est affiché, pour ne pas en supprimer un autre par erreur.',
  },
  DELETION_ASKED_ALREADY: {
    status: 409,
    title: 'Deletion already asked for',
    titleFr: 'Suppression déjà demandée',
    retryable: false,
    en: 'The deletion of this account was asked for already. It can be taken back until its day comes.',
    fr: 'La suppression de ce compte a déjà été demandée. Il est possible d’y renoncer jusqu’au jour prévu.',
  },
  DELETION_BY_OPERATOR: {
    status: 409,
    title: 'Deletion by the operator',
    titleFr: 'Suppression par l’exploitant',
    retryable: false,
    en: 'The operator of the service deletes this account. An administrator cannot take that back. Ask the operator.',
    fr: 'L’exploitant du service supprime ce compte. Un administrateur ne peut pas y renoncer. Adressez-vous à l’exploitant.',
  },
  DELETION_NOT_ASKED: {
    status: 409,
    title: 'No deletion to take back',
    titleFr: 'Aucune suppression à annuler',
    retryable: false,
    en: 'Nobody has asked for the deletion of this account, or it has begun and cannot be taken back any more.',
    fr: 'Personne n’a demandé la suppression de ce compte, ou elle a commencé et il n’est plus possible d’y renoncer.',
  },
} as const satisfies Record<string, Problem>
