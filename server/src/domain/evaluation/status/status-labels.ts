import type { Language } from '../../../platform/kernel/index.ts'

export const documentStatuses = [
  'MISSING',
  'ONGOING',
  'ACTION_REQUIRED',
  'VALID',
  'BELOW_EXPECTATION',
  'INVALID',
] as const
export const dossierStatuses = [
  'ABSENT',
  'ONGOING',
  'ACTION_REQUIRED',
  'VALID',
  'BELOW_EXPECTATION',
  'INVALID',
] as const
/** What those decided who have to approve a dossier, beside its status. */
export const approvalStates = ['NOT_NEEDED', 'WAITING', 'IN_PROGRESS', 'APPROVED', 'REFUSED'] as const
export type ApprovalState = (typeof approvalStates)[number]
export type DocumentStatus = (typeof documentStatuses)[number]
export type DossierStatus = (typeof dossierStatuses)[number]

const labels: Record<DocumentStatus | DossierStatus, Record<Language, string>> = {
  ABSENT: { fr: 'Absent', en: 'Absent' },
  MISSING: { fr: 'Absent', en: 'Missing' },
  ONGOING: { fr: 'En cours', en: 'In progress' },
  ACTION_REQUIRED: { fr: 'Action requise', en: 'Action required' },
  VALID: { fr: 'Valide', en: 'Valid' },
  BELOW_EXPECTATION: { fr: 'En deçà des attentes', en: 'Below expectations' },
  INVALID: { fr: 'Invalide', en: 'Invalid' },
}

export function statusLabel(status: DocumentStatus | DossierStatus, language: Language): string {
  return labels[status][language]
}
