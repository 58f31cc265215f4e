import type { Language } from '../platform/kernel/index.ts'

export const requestStatuses = ['TO_SEND', 'TO_CORRECT', 'TO_RENEW', 'IN_REVIEW', 'ACCEPTED'] as const
export type RequestStatus = (typeof requestStatuses)[number]

export const requestActions = ['SEND', 'CONTINUE', 'CORRECT', 'RENEW', 'WAIT', 'NOTHING'] as const
export type RequestAction = (typeof requestActions)[number]

/**
 * The status of a document as its sender may know it. What was turned down without telling them, or scored below
 * what the account expects, stays the account's own business.
 */
export function requestStatus(reason: string, rejectionShared: boolean): RequestStatus {
  switch (reason) {
    case 'NO_ANSWER':
      return 'TO_SEND'
    case 'CHECK_FAILED':
    case 'CONTENT_REFUSED':
      return 'TO_CORRECT'
    case 'EXPIRED':
    case 'GRACE_OVER':
      return 'TO_RENEW'
    case 'RENEWAL':
      return rejectionShared ? 'TO_CORRECT' : 'TO_RENEW'
    case 'ACCEPTED':
    case 'SCORE_BELOW_EXPECTED':
      return 'ACCEPTED'
    case 'REJECTED':
    case 'FRAUD':
      return rejectionShared ? 'TO_CORRECT' : 'IN_REVIEW'
    default:
      return 'IN_REVIEW'
  }
}

const actions: Record<RequestStatus, RequestAction> = {
  TO_SEND: 'SEND',
  TO_CORRECT: 'CORRECT',
  TO_RENEW: 'RENEW',
  IN_REVIEW: 'WAIT',
  ACCEPTED: 'NOTHING',
}

export const isOpen = (status: RequestStatus) => status !== 'IN_REVIEW' && status !== 'ACCEPTED'

/** What to do now; nothing where another piece of the same group was given, or this one for another dossier. */
export function actionFor(
  status: RequestStatus,
  facts: { readonly hasDraft: boolean; readonly replaced: boolean; readonly sentElsewhere: boolean },
): RequestAction {
  if (facts.hasDraft) return 'CONTINUE'
  if (!isOpen(status)) return actions[status]
  return facts.replaced ? 'NOTHING' : facts.sentElsewhere ? 'WAIT' : actions[status]
}

const statusLabels: Record<RequestStatus, Record<Language, string>> = {
  TO_SEND: { fr: 'À fournir', en: 'To be provided' },
  TO_CORRECT: { fr: 'À corriger', en: 'To be corrected' },
  TO_RENEW: { fr: 'À renouveler', en: 'To be renewed' },
  IN_REVIEW: { fr: 'En cours d’examen', en: 'Under review' },
  ACCEPTED: { fr: 'Accepté', en: 'Accepted' },
}

const actionLabels: Record<RequestAction, Record<Language, string>> = {
  SEND: { fr: 'Envoyez cette pièce.', en: 'Send this piece.' },
  CONTINUE: { fr: 'Terminez et envoyez votre brouillon.', en: 'Finish your draft and send it.' },
  CORRECT: { fr: 'Envoyez une pièce corrigée.', en: 'Send a corrected piece.' },
  RENEW: { fr: 'Envoyez une pièce à jour.', en: 'Send an up-to-date piece.' },
  WAIT: {
    fr: 'Rien à faire : votre réponse est en cours d’examen.',
    en: 'Nothing to do: your answer is under review.',
  },
  NOTHING: { fr: 'Rien à faire.', en: 'Nothing to do.' },
}

export const requestLabel = (status: RequestStatus, language: Language) => statusLabels[status][language]
export const actionLabel = (action: RequestAction, language: Language) => actionLabels[action][language]
