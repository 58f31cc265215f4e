import type { Language } from '../../../../platform/kernel/index.ts'
import type { ResponseState } from '../../status/response-states.ts'

interface TrailWords {
  readonly states: Readonly<Record<ResponseState, string>>
  readonly origins: Readonly<Record<'RULE' | 'ON_DEMAND' | 'RENEWAL', string>>
  readonly checks: string
  readonly provider: string
  readonly deletedFile: string
  readonly erased: string
}

const fr: TrailWords = {
  states: {
    DRAFT: 'Brouillon',
    CHECKING: 'En cours de contrôle',
    PENDING: 'En attente de décision',
    ACCEPTED: 'Acceptée',
    DENIED: 'Refusée',
    EXPIRED: 'Expirée',
    SUPERSEDED: 'Remplacée',
    INTERRUPTED: 'Retirée',
    DELETED: 'Supprimée',
  },
  origins: { RULE: 'Règle', ON_DEMAND: 'Demande', RENEWAL: 'Renouvellement' },
  checks: 'Contrôles automatiques',
  provider: 'Prestataire de vérification',
  deletedFile: '(nom supprimé)',
  erased: '(nom effacé)',
}

const en: TrailWords = {
  states: {
    DRAFT: 'Draft',
    CHECKING: 'Being checked',
    PENDING: 'Awaiting a decision',
    ACCEPTED: 'Accepted',
    DENIED: 'Rejected',
    EXPIRED: 'Expired',
    SUPERSEDED: 'Superseded',
    INTERRUPTED: 'Withdrawn',
    DELETED: 'Deleted',
  },
  origins: { RULE: 'Rule', ON_DEMAND: 'On demand', RENEWAL: 'Renewal' },
  checks: 'Automatic checks',
  provider: 'Verification provider',
  deletedFile: '(name deleted)',
  erased: '(name erased)',
}

export const trailTexts = (language: Language): TrailWords => (language === 'fr' ? fr : en)
