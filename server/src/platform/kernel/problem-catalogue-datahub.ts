import type { Problem } from './problem-catalogue-entry.ts'

/** Providers of data about companies: their settings, and what they send. */
export const datahubProblems = {
  DATAHUB_SCALE_INVALID: {
    status: 422,
    title: 'Scale contradicts itself',
    retryable: false,
    en: 'The scale cannot be used: {fault}. Correct it.',
    fr: 'L’échelle ne peut être utilisée : {fault}. Corrigez-la.',
  },
  DATAHUB_SCALE_KEPT: {
    status: 409,
    title: 'Scale already used',
    retryable: false,
    en: 'Scale {scaleId}, version {version}, is known with other figures, and values may rest on it. Give the changed one another version.',
    fr: 'L’échelle {scaleId}, version {version}, est connue avec d’autres chiffres, et des valeurs peuvent en dépendre. Donnez une autre version à la nouvelle.',
  },
  DATAHUB_REQUEST_INVALID: {
    status: 422,
    title: 'Request to the provider unclear',
    retryable: false,
    en: 'The provider cannot be asked this way: {fault}. Correct `http`.',
    fr: 'Le fournisseur ne peut être interrogé ainsi : {fault}. Corrigez `http`.',
  },
  DATAHUB_URL_REFUSED: {
    status: 422,
    title: 'Address of the provider refused',
    retryable: false,
    en: 'This address is not among those the operator allows, or has a user name, a query or a fragment. Ask the operator to add its host to DATAHUB_ALLOWED_HOSTS.',
    fr: 'Cette adresse n’est pas de celles que l’exploitant autorise, ou contient un nom d’utilisateur, une requête ou un fragment. Demandez à l’exploitant d’ajouter son hôte à DATAHUB_ALLOWED_HOSTS.',
  },
  DATAHUB_KIND_OTHER: {
    status: 409,
    title: 'Provider fed another way',
    retryable: false,
    en: 'The values of {provider} come by {kind}. Set its kind to FILE first.',
    fr: 'Les valeurs de {provider} arrivent par {kind}. Réglez d’abord son type sur FILE.',
  },
  DATAHUB_PUSH_REFUSED: {
    status: 401,
    title: 'Message not signed by the provider',
    retryable: false,
    en: 'The message bears no signature that fits its secret, or is more than five minutes old. Sign it anew.',
    fr: 'Le message ne porte pas de signature conforme à son secret, ou date de plus de cinq minutes. Signez-le à nouveau.',
  },
  DATAHUB_IDENTIFIER_MISSING: {
    status: 422,
    title: 'No company named',
    retryable: false,
    en: 'Nothing tells which company is meant. Give one of thirdpartyId, siren, vatNumber, duns and lei.',
    fr: 'Rien ne dit de quelle entreprise il s’agit. Donnez thirdpartyId, siren, vatNumber, duns ou lei.',
  },
  DATAHUB_VALUE_MISSING: {
    status: 422,
    title: 'No value given',
    retryable: false,
    en: 'There is neither a score nor a grade, nor a title of news. Give one of them.',
    fr: 'Il n’y a ni score, ni note, ni titre d’actualité. Donnez l’un d’eux.',
  },
  DATAHUB_SCORE_INVALID: {
    status: 422,
    title: 'Score not a number',
    retryable: false,
    en: 'The score must be a number, and a sentiment one from -1 to 1. Correct it.',
    fr: 'Le score doit être un nombre, et un sentiment un nombre de -1 à 1. Corrigez-le.',
  },
  DATAHUB_SCORE_OUT_OF_SCALE: {
    status: 422,
    title: 'Score outside the scale',
    retryable: false,
    en: 'The score is not between {min} and {max}, where the scale ends. Correct it, or the scale.',
    fr: 'Le score n’est pas entre {min} et {max}, les bornes de l’échelle. Corrigez-le, ou l’échelle.',
  },
  DATAHUB_DATE_INVALID: {
    status: 422,
    title: 'Date not usable',
    retryable: false,
    en: 'The date must be written YYYY-MM-DD, and not lie in the future. Correct it.',
    fr: 'La date doit être écrite AAAA-MM-JJ et ne pas être dans l’avenir. Corrigez-la.',
  },
} as const satisfies Record<string, Problem>
