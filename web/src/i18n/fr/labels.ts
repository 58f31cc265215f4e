import type { Texts } from '../en/index.ts'

export const labels: Texts['labels'] = {
  dossierStatus: {
    ABSENT: 'Rien reçu',
    ONGOING: 'En cours',
    ACTION_REQUIRED: 'Action requise',
    VALID: 'Valide',
    BELOW_EXPECTATION: 'En deçà des attentes',
    INVALID: 'Invalide',
  },
  documentStatus: {
    MISSING: 'Absente',
    ONGOING: 'À examiner',
    ACTION_REQUIRED: 'Action requise',
    VALID: 'Valide',
    BELOW_EXPECTATION: 'En deçà des attentes',
    INVALID: 'Invalide',
  },
  statusReason: {
    NO_ANSWER: 'Rien n’a encore été envoyé',
    BEING_CHECKED: 'Contrôles automatiques en cours',
    AWAITING_REVIEW: 'En attente d’examen',
    CHECK_FAILED: 'Un contrôle automatique a échoué',
    CONTENT_REFUSED: 'L’envoi n’est pas exploitable',
    EXPIRED: 'La réponse acceptée a expiré',
    ACCEPTED: 'Acceptée et en vigueur',
    REJECTED_INSIDE: 'Rejetée ; une réponse antérieure reste en vigueur',
    SCORE_BELOW_EXPECTED: 'Le score est inférieur au niveau attendu',
    REJECTED: 'Rejetée par un examinateur',
    FRAUD: 'Signalée comme frauduleuse',
    GRACE_OVER: 'Non renouvelée à temps',
  },
  theme: {
    LEGAL_COMPLIANCE: 'Conformité légale',
    FINANCE: 'Finance',
    ENVIRONMENT: 'Environnement',
    CYBERSECURITY: 'Cybersécurité',
    ETHICS: 'Éthique et conformité',
    HUMAN_RIGHTS: 'Droits humains',
  },
  origin: {
    RULE: 'Ouvert par une règle',
    ON_DEMAND: 'Ouvert à la demande',
    RENEWAL: 'Renouvellement',
  },
  rating: 'Note {{rating}}',
  notRated: 'Non noté',
}
