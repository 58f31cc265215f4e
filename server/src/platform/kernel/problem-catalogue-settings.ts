import type { Problem } from './problem-catalogue-entry.ts'

/** What an account asks for, and when: document types, dossier types and rules. */
export const settingsProblems = {
  DOCUMENT_TYPE_NOT_FOUND: {
    status: 404,
    title: 'Document type not found',
    retryable: false,
    en: 'This account has no document type {code}. Look it up in the list of document types.',
    fr: 'Ce compte n’a pas de type de document {code}. Cherchez-le dans la liste des types de documents.',
  },
  DOCUMENT_TYPE_IN_USE: {
    status: 409,
    title: 'Document type in use',
    retryable: false,
    en: 'These dossier types ask for {code}: {types}. Publish them without it first.',
    fr: 'Ces types de dossiers demandent {code} : {types}. Publiez-les d’abord sans lui.',
  },
  DOSSIER_TYPE_NOT_FOUND: {
    status: 404,
    title: 'Dossier type not found',
    retryable: false,
    en: 'This account has no dossier type {code}. Look it up in the list of dossier types.',
    fr: 'Ce compte n’a pas de type de dossier {code}. Cherchez-le dans la liste des types de dossiers.',
  },
  DOSSIER_TYPE_NO_DRAFT: {
    status: 409,
    title: 'Nothing to publish',
    retryable: false,
    en: 'The dossier type {code} has no draft beyond what is published. Write one first.',
    fr: 'Le type de dossier {code} n’a pas de brouillon au-delà de ce qui est publié. Écrivez-en un d’abord.',
  },
  TYPE_DEFINITION_INVALID: {
    status: 422,
    title: 'Definition contradicts itself',
    retryable: false,
    en: 'The definition cannot be used: {faults}. Correct it.',
    fr: 'La définition ne peut être utilisée : {faults}. Corrigez-la.',
  },
  TYPE_LIMIT_REACHED: {
    status: 409,
    title: 'Too many types',
    retryable: false,
    en: 'The account has {max} types of this kind, which is the limit. Change one that exists.',
    fr: 'Le compte a {max} types de cette sorte, ce qui est la limite. Modifiez-en un qui existe.',
  },
  RULE_NOT_FOUND: {
    status: 404,
    title: 'Rule not found',
    retryable: false,
    en: 'This account has no rule {ruleId}. Look it up in the list of rules.',
    fr: 'Ce compte n’a pas de règle {ruleId}. Cherchez-la dans la liste des règles.',
  },
  RULE_ACTIVE: {
    status: 409,
    title: 'Rule in force',
    retryable: false,
    en: 'Rule {ruleId} is active: what it asks, and of whom, stays as it was simulated. Deactivate it first.',
    fr: 'La règle {ruleId} est active : ce qu’elle demande, et à qui, reste tel que simulé. Désactivez-la d’abord.',
  },
  RULE_LIMIT_REACHED: {
    status: 409,
    title: 'Too many rules',
    retryable: false,
    en: 'The account has {max} rules, which is the limit. Delete one first.',
    fr: 'Le compte a {max} règles, ce qui est la limite. Supprimez-en une d’abord.',
  },
  RULE_AMOUNTS_REVERSED: {
    status: 422,
    title: 'Amounts reversed',
    retryable: false,
    en: 'The smallest purchase amount is greater than the largest. Exchange them.',
    fr: 'Le montant d’achat minimal dépasse le maximal. Échangez-les.',
  },
} as const satisfies Record<string, Problem>
