import type { Problem } from './problem-catalogue-entry.ts'

/** Whether the account works with a company. */
export const relationshipProblems = {
  RELATIONSHIP_DAY_PAST: {
    status: 422,
    title: 'Day in the past',
    titleFr: 'Jour déjà passé',
    retryable: false,
    en: 'The day {day} is over: today is {today} in this account. Nothing can be decided or demanded until a day that is over. Choose today or a later day.',
    fr: 'Le {day} est passé : nous sommes le {today} dans ce compte. Rien ne peut être décidé ni exigé jusqu’à un jour passé. Choisissez aujourd’hui ou un jour à venir.',
  },
  RELATIONSHIP_CONDITIONS_MISSING: {
    status: 422,
    title: 'Conditions missing',
    titleFr: 'Conditions manquantes',
    retryable: false,
    en: 'An approval under conditions names at least one condition. Name it, or approve without conditions.',
    fr: 'Une approbation sous conditions nomme au moins une condition. Nommez-la, ou approuvez sans condition.',
  },
  RELATIONSHIP_CONDITIONS_REFUSED: {
    status: 422,
    title: 'Conditions not possible',
    titleFr: 'Conditions impossibles',
    retryable: false,
    en: 'Only an approval under conditions has conditions; this decision is {state}. Leave them out, or approve under conditions.',
    fr: 'Seule une approbation sous conditions comporte des conditions ; cette décision est {state}. Retirez-les, ou approuvez sous conditions.',
  },
  RELATIONSHIP_POLICY_WIDE: {
    status: 409,
    title: 'Many decisions would be reopened',
    titleFr: 'De nombreuses décisions seraient rouvertes',
    retryable: false,
    en: 'This policy would reopen {count} decisions at once, more than the {atMost} you allow. Nothing was changed. Send the same again with a higher atMost if you mean it.',
    fr: 'Cette politique rouvrirait {count} décisions d’un coup, plus que les {atMost} que vous permettez. Rien n’a été modifié. Renvoyez la même demande avec un atMost plus élevé si c’est voulu.',
  },
} as const satisfies Record<string, Problem>
