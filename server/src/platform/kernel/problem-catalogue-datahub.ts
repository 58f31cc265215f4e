import type { Problem } from './problem-catalogue-entry.ts'

/** Providers of data about companies: their settings, and what they send. */
export const datahubProblems = {
  DATAHUB_SCALE_INVALID: {
    status: 422,
    title: 'Scale not valid',
    retryable: false,
    en: 'The scale cannot be used: {fault}. Correct it.',
    fr: 'L’échelle ne peut être utilisée : {fault}. Corrigez-la.',
  },
  DATAHUB_SCALE_KEPT: {
    status: 409,
    title: 'Scale already used',
    retryable: false,
    en: 'Scale {scaleId}, version {version}, already exists with other figures, and values may depend on it. Give the changed scale another version.',
    fr: 'L’échelle {scaleId}, version {version}, existe déjà avec d’autres chiffres, et des valeurs peuvent en dépendre. Donnez une autre version à la nouvelle.',
  },
  DATAHUB_REQUEST_INVALID: {
    status: 422,
    title: 'Provider request not valid',
    retryable: false,
    en: 'The provider cannot be called this way: {fault}. Correct `http`.',
    fr: 'Le fournisseur ne peut être interrogé ainsi : {fault}. Corrigez `http`.',
  },
  DATAHUB_URL_REFUSED: {
    status: 422,
    title: 'Provider address refused',
    retryable: false,
    en: 'The operator does not allow this address, or it contains a user name, a query or a fragment. Ask the operator to add its host to DATAHUB_ALLOWED_HOSTS.',
    fr: 'L’exploitant n’autorise pas cette adresse, ou elle contient un nom d’utilisateur, une requête ou un fragment. Demandez-lui d’ajouter son hôte à DATAHUB_ALLOWED_HOSTS.',
  },
  DATAHUB_KIND_OTHER: {
    status: 409,
    title: 'Provider has another source',
    retryable: false,
    en: 'The values of {provider} arrive by {kind}. Set its kind to FILE first.',
    fr: 'Les valeurs de {provider} arrivent par {kind}. Réglez d’abord son type sur FILE.',
  },
  DATAHUB_PUSH_REFUSED: {
    status: 401,
    title: 'Message not signed by the provider',
    retryable: false,
    en: 'The message has no signature that matches its secret, or is more than five minutes old. Sign it again.',
    fr: 'Le message n’a pas de signature correspondant à son secret, ou date de plus de cinq minutes. Signez-le à nouveau.',
  },
  DATAHUB_IDENTIFIER_MISSING: {
    status: 422,
    title: 'Company not identified',
    retryable: false,
    en: 'Nothing says which company this is about. Give thirdpartyId, siren, vatNumber, duns or lei.',
    fr: 'Rien ne dit de quelle entreprise il s’agit. Donnez thirdpartyId, siren, vatNumber, duns ou lei.',
  },
  DATAHUB_VALUE_MISSING: {
    status: 422,
    title: 'No value given',
    retryable: false,
    en: 'There is no score, grade or news title. Give one of them.',
    fr: 'Il n’y a ni score, ni note, ni titre d’actualité. Donnez l’un d’eux.',
  },
  DATAHUB_SCORE_INVALID: {
    status: 422,
    title: 'Score not a number',
    retryable: false,
    en: 'The score must be a number; for a sentiment, a number from -1 to 1. Correct it.',
    fr: 'Le score doit être un nombre ; pour un sentiment, un nombre de -1 à 1. Corrigez-le.',
  },
  DATAHUB_SCORE_OUT_OF_SCALE: {
    status: 422,
    title: 'Score outside the scale',
    retryable: false,
    en: 'The score is not between {min} and {max}, the limits of the scale. Correct the score or the scale.',
    fr: 'Le score n’est pas compris entre {min} et {max}, les bornes de l’échelle. Corrigez le score ou l’échelle.',
  },
  DATAHUB_DATE_INVALID: {
    status: 422,
    title: 'Date of the value not valid',
    retryable: false,
    en: 'The date must be written YYYY-MM-DD and must not be in the future. Correct it.',
    fr: 'La date doit être au format AAAA-MM-JJ et ne pas être dans le futur. Corrigez-la.',
  },
} as const satisfies Record<string, Problem>
