import type { Problem } from './problem-catalogue-entry.ts'

/** The directory of an account. What its own calls are told is in SCIM's form, not in this one. */
export const provisioningProblems = {
  MEMBER_MANAGED: {
    status: 409,
    title: 'Managed by the directory',
    titleFr: 'Membre géré par l’annuaire',
    retryable: false,
    en: 'User {userId} is managed by the directory of the account. Change their groups or their state there, or what their groups give here.',
    fr: 'L’utilisateur {userId} est géré par l’annuaire du compte. Modifiez-y ses groupes ou son état, ou changez ici ce que donnent ses groupes.',
  },
  PERSON_OF_DIRECTORY: {
    status: 409,
    title: 'Person of the directory',
    titleFr: 'Personne de l’annuaire',
    retryable: false,
    en: 'User {userId} belongs to the directory of the account and signs in there. They have no password here.',
    fr: 'L’utilisateur {userId} appartient à l’annuaire du compte et s’y connecte. Il n’a pas de mot de passe ici.',
  },
  PROVISIONING_TOKEN_NOT_FOUND: {
    status: 404,
    title: 'Provisioning token not found',
    titleFr: 'Jeton de provisionnement introuvable',
    retryable: false,
    en: 'This account has no provisioning token {tokenId}. Check the list of its tokens.',
    fr: 'Ce compte n’a pas de jeton de provisionnement {tokenId}. Consultez la liste de ses jetons.',
  },
  PROVISIONING_TOKENS_FULL: {
    status: 409,
    title: 'Too many provisioning tokens',
    titleFr: 'Trop de jetons de provisionnement',
    retryable: false,
    en: 'An account may have {max} provisioning tokens. First remove one that is no longer used.',
    fr: 'Un compte peut avoir {max} jetons de provisionnement. Supprimez d’abord celui qui ne sert plus.',
  },
  DIRECTORY_GROUP_NOT_FOUND: {
    status: 404,
    title: 'Group not found',
    titleFr: 'Groupe introuvable',
    retryable: false,
    en: 'The directory of this account has no group {groupId}. Look it up in the list of groups.',
    fr: 'L’annuaire de ce compte n’a pas de groupe {groupId}. Cherchez-le dans la liste des groupes.',
  },
} as const satisfies Record<string, Problem>
