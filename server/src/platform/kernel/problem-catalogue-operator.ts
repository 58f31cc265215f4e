import type { Problem } from './problem-catalogue-entry.ts'

/** Operators: the people who run the installation. */
export const operatorProblems = {
  OPERATOR_SIGN_IN_REQUIRED: {
    status: 401,
    title: 'Operator not signed in',
    titleFr: 'Exploitant non connecté',
    retryable: false,
    en: 'This is for the operators of the installation. Sign in at /operator; programs send OPERATOR_TOKEN as bearer.',
    fr: 'Ceci est réservé aux exploitants de l’installation. Connectez-vous sur /operator ; les programmes envoient OPERATOR_TOKEN comme jeton.',
  },
  OPERATOR_PERSON_REQUIRED: {
    status: 403,
    title: 'Operator in person needed',
    titleFr: 'Exploitant en personne requis',
    retryable: false,
    en: 'OPERATOR_TOKEN is not enough for this. Sign in at /operator, so that the journal can say who did it.',
    fr: 'OPERATOR_TOKEN ne suffit pas pour cela. Connectez-vous sur /operator, pour que le journal puisse dire qui a agi.',
  },
  OPERATOR_LINK_INVALID: {
    status: 403,
    title: 'Setup link not valid',
    titleFr: 'Lien de configuration non valable',
    retryable: false,
    en: 'This setup link has been used, replaced or has expired. Ask for a new one: vigie operator reset <e-mail>.',
    fr: 'Ce lien de configuration a été utilisé ou remplacé, ou il a expiré. Demandez-en un nouveau : vigie operator reset <e-mail>.',
  },
  OPERATOR_EXISTS: {
    status: 409,
    title: 'Operator already added',
    titleFr: 'Exploitant déjà ajouté',
    retryable: false,
    en: 'There is already an operator with this address. For a new setup link use: vigie operator reset <e-mail>.',
    fr: 'Un exploitant a déjà cette adresse. Pour un nouveau lien de configuration : vigie operator reset <e-mail>.',
  },
  OPERATOR_NOT_FOUND: {
    status: 404,
    title: 'Operator not found',
    titleFr: 'Exploitant introuvable',
    retryable: false,
    en: 'There is no operator with this address. See the list: vigie operator list.',
    fr: 'Aucun exploitant n’a cette adresse. Consultez la liste : vigie operator list.',
  },
} as const satisfies Record<string, Problem>
