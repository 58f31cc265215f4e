import type { Problem } from './problem-catalogue-entry.ts'

/** What people and rooms are told of by themselves. */
export const alertProblems = {
  ALERT_TIME_ZONE_UNKNOWN: {
    status: 422,
    title: 'Unknown time zone',
    titleFr: 'Fuseau horaire inconnu',
    retryable: false,
    en: 'There is no time zone “{timeZone}”. Use a name such as Europe/Paris or America/New_York.',
    fr: 'Le fuseau horaire «\u00a0{timeZone}\u00a0» n’existe pas. Utilisez un nom comme Europe/Paris ou America/New_York.',
  },
  ALERT_CRITICALITY_UNKNOWN: {
    status: 422,
    title: 'Unknown criticality',
    titleFr: 'Criticité inconnue',
    retryable: false,
    en: '“{criticality}” is no option of the attribute CRITICALITY. Choose one of its options, or leave it out.',
    fr: '«\u00a0{criticality}\u00a0» n’est pas une option de l’attribut CRITICALITY. Choisissez l’une de ses options, ou n’en indiquez aucune.',
  },
  ALERT_CHANNEL_NOT_FOUND: {
    status: 404,
    title: 'Alert channel not found',
    titleFr: 'Canal d’alerte introuvable',
    retryable: false,
    en: 'There is no alert channel {channelId} in this account. List the channels to find its number.',
    fr: 'Il n’y a pas de canal d’alerte {channelId} dans ce compte. Consultez la liste des canaux pour trouver son numéro.',
  },
  ALERT_CHANNEL_NAME_TAKEN: {
    status: 409,
    title: 'Alert channel name taken',
    titleFr: 'Nom de canal d’alerte déjà pris',
    retryable: false,
    en: 'There is an alert channel called “{name}” already. Choose another name.',
    fr: 'Un canal d’alerte «\u00a0{name}\u00a0» existe déjà. Choisissez un autre nom.',
  },
  ALERT_CHANNEL_LIMIT_REACHED: {
    status: 409,
    title: 'Too many alert channels',
    titleFr: 'Trop de canaux d’alerte',
    retryable: false,
    en: 'The account has {max} alert channels, the maximum. Delete one first.',
    fr: 'Le compte a {max} canaux d’alerte, le maximum. Supprimez-en un d’abord.',
  },
} as const satisfies Record<string, Problem>
