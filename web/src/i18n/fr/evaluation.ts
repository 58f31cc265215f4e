import type { Texts } from '../en/index.ts'

export const evaluation: Texts['evaluation'] = {
  title: 'Options d’évaluation',
  lead: 'Ce que Vigie fait automatiquement, et quand il attend une personne.',
  loadFailed: 'Les options n’ont pas pu être chargées',
  asking: 'Solliciter les tiers',
  deciding: 'Décider',
  autoInvite: 'Inviter les contacts automatiquement',
  autoInviteHelp:
    'Dès qu’une pièce est demandée à une entreprise, ses contacts reçoivent un lien vers le portail, puis des relances jusqu’à leur réponse.',
  askOtherContacts: 'Solliciter les autres contacts de l’entreprise',
  askOtherContactsHelp:
    'Lorsqu’un contact ne répond pas, refuse ou n’est pas joignable, les autres contacts de l’entreprise sont sollicités à sa place.',
  requestRenewals: 'Redemander avant l’expiration',
  requestRenewalsHelp: 'Le contact est sollicité à temps pour une nouvelle pièce, afin que rien n’expire.',
  autoRenew: 'Renouveler les dossiers à leur terme',
  autoRenewHelp:
    'Un dossier dont le type prévoit un renouvellement est suivi d’un nouveau dossier le dernier jour.',
  autoAccept: 'Accepter ce que les contrôles confirment',
  autoAcceptHelp:
    'Une réponse est acceptée sans examinateur lorsque tous les contrôles automatiques réussissent sans remarque.',
  separateDuties: 'Personne ne statue sur ses propres réponses',
  separateDutiesHelp:
    'Quiconque a envoyé une réponse, l’a enregistrée comme brouillon ou en a corrigé les dates laisse la décision à quelqu’un d’autre.',
  secondReviewer: 'Deux personnes pour les coordonnées bancaires',
  secondReviewerHelp:
    'Des coordonnées bancaires n’entrent en vigueur qu’après l’accord de deux examinateurs différents.',
  struckOffInvalidates: 'Clore les dossiers des entreprises radiées',
  struckOffInvalidatesHelp:
    'Lorsque le registre annonce la fin d’une entreprise, ses dossiers deviennent invalides.',
}
