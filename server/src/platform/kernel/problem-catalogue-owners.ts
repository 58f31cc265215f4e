import type { Problem } from './problem-catalogue-entry.ts'

/** Teams, and who answers for companies and dossiers. */
export const ownerProblems = {
  TEAM_NOT_FOUND: {
    status: 404,
    title: 'Team not found',
    retryable: false,
    en: 'There is no team {teamId} in this account. List the teams to find its number.',
    fr: 'Il n’y a pas d’équipe {teamId} dans ce compte. Consultez la liste des équipes pour trouver son numéro.',
  },
  TEAM_NAME_TAKEN: {
    status: 409,
    title: 'Team name taken',
    retryable: false,
    en: 'There is a team called “{name}” already. Choose another name.',
    fr: 'Une équipe « {name} » existe déjà. Choisissez un autre nom.',
  },
  TEAM_LIMIT_REACHED: {
    status: 409,
    title: 'Too many teams',
    retryable: false,
    en: 'The account has {max} teams, the maximum. Delete one first.',
    fr: 'Le compte a {max} équipes, le maximum. Supprimez-en une d’abord.',
  },
  TEAM_IN_USE: {
    status: 409,
    title: 'Team in use',
    retryable: false,
    en: 'Team {teamId} answers for something or follows it, by name, by rule or as duty holder, or has open tasks. Hand it over first.',
    fr: 'L’équipe {teamId} est responsable de quelque chose ou le suit, nommément, par une règle ou comme responsable par défaut, ou a des tâches ouvertes. Transmettez-le d’abord.',
  },
  TEAM_EMPTY: {
    status: 422,
    title: 'Team without members',
    retryable: false,
    en: 'Team {teamId} has no active member, so nobody would answer. Add somebody to it first, or choose another owner.',
    fr: 'L’équipe {teamId} n’a aucun membre actif : personne ne répondrait. Ajoutez-y d’abord une personne, ou choisissez un autre responsable.',
  },
  OWNER_INACTIVE: {
    status: 422,
    title: 'Owner suspended',
    retryable: false,
    en: 'User {userId} is suspended and cannot answer for anything. Restore their access first, or choose somebody else.',
    fr: 'L’utilisateur {userId} est suspendu et ne peut être responsable de rien. Rétablissez d’abord son accès, ou choisissez une autre personne.',
  },
  OWNER_WITHOUT_SIGHT: {
    status: 422,
    title: 'Owner does not see the company',
    retryable: false,
    en: 'This person, or everybody in this team, sees none of the units of third party {thirdpartyId}. Nothing was changed. Let them see it first, or choose somebody who does.',
    fr: 'Cette personne, ou tous les membres de cette équipe, ne voient aucune des unités du tiers {thirdpartyId}. Rien n’a été modifié. Donnez-leur d’abord accès, ou choisissez une personne qui le voit.',
  },
  OWNER_WITHOUT_UNIT: {
    status: 422,
    title: 'Owner does not see the unit',
    retryable: false,
    en: 'This person, or everybody in this team, does not see unit {unitId}, so the rule would never apply. Let them see it first, or choose somebody who does.',
    fr: 'Cette personne, ou tous les membres de cette équipe, ne voient pas l’unité {unitId} : la règle ne s’appliquerait jamais. Donnez-leur d’abord accès, ou choisissez une personne qui la voit.',
  },
  DUTY_HOLDER_LIMITED: {
    status: 422,
    title: 'Duty holder must see all units',
    retryable: false,
    en: 'The duty holder answers for every company that nobody else does, so it must be somebody who sees all units, or a team with such a member.',
    fr: 'Le responsable par défaut répond de toute entreprise sans autre responsable : il doit voir toutes les unités, ou être une équipe dont un membre les voit toutes.',
  },
  OWNER_ME_IS_NOBODY: {
    status: 400,
    title: 'Not a person',
    retryable: false,
    en: 'Only a person can ask for what is theirs by “me”. Give the number of a person, or “team:” and the number of a team.',
    fr: 'Seule une personne peut demander ce qui lui revient par « me ». Donnez le numéro d’une personne, ou « team: » suivi du numéro d’une équipe.',
  },
  HAND_OVER_TO_SELF: {
    status: 422,
    title: 'Handed over to the same',
    retryable: false,
    en: 'Nobody can hand over to themselves. Choose another person or team.',
    fr: 'On ne peut pas se transmettre à soi-même. Choisissez une autre personne ou équipe.',
  },
  IMPORT_OWNER_UNKNOWN: {
    status: 422,
    title: 'Owner unknown',
    retryable: false,
    en: 'No active member has this e-mail address, and no team with an active member has this name. Correct the cell or leave it empty.',
    fr: 'Aucun membre actif n’a cette adresse électronique, et aucune équipe ayant un membre actif ne porte ce nom. Corrigez la cellule ou laissez-la vide.',
  },
} as const satisfies Record<string, Problem>
