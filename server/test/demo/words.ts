import type { Sending } from './acts/answers.ts'
import type { Refusal } from './acts/decisions.ts'
import type { Notice } from './acts/gazette.ts'
import type { decideHits } from './acts/screening.ts'
import type { CommentAct } from './acts/talk.ts'
import { unsignedPolicy } from './team-words.ts'

/** Pieces that were turned down, and why. */
export const refusals: readonly (readonly [sent: Omit<Sending, 'number'>, refusal: Refusal])[] = [
  [
    { daysAgo: 13, codes: ['REG_PROOF'], byPortal: true },
    {
      number: 4,
      code: 'REG_PROOF',
      comment: 'La deuxième page manque : merci d’envoyer l’extrait complet, toutes pages comprises.',
      shared: true,
    },
  ],
  [
    { daysAgo: 9, codes: ['REG_PROOF', 'BANK_DETAILS'], byPortal: true },
    {
      number: 10,
      code: 'BANK_DETAILS',
      comment: 'Le titulaire du compte n’est pas la société. Merci de joindre un relevé à son nom.',
      shared: true,
    },
  ],
  [
    { daysAgo: 6, codes: ['SEC_POLICY', 'FOREIGN_REG'], byPortal: true },
    {
      number: 75,
      code: 'SEC_POLICY',
      comment: 'This is a draft without date or signature. Please send the policy in force.',
      shared: true,
      finding: unsignedPolicy,
    },
  ],
  [
    { daysAgo: 19, codes: ['INS_LIABILITY', 'REG_PROOF'], byPortal: false },
    {
      number: 49,
      code: 'INS_LIABILITY',
      comment: 'Plafond de garantie trop bas pour le marché en cours ; à revoir avec les achats.',
      shared: false,
    },
  ],
  [
    { daysAgo: 24, codes: ['BANK_DETAILS'], byPortal: false },
    {
      number: 30,
      code: 'BANK_DETAILS',
      comment: 'La banque, appelée au numéro connu, n’a jamais émis ce relevé.',
      shared: true,
      fraud: true,
    },
  ],
]

/** What the gazette prints. */
export const notices: readonly (readonly [daysAgo: number, notices: readonly Notice[]])[] = [
  [
    29,
    [
      {
        number: 5,
        kind: 'COLLECTIVE_PROCEDURE',
        procedure: { phase: 'OPENING', state: 'REDRESSEMENT' },
        title: 'Jugement d’ouverture de redressement judiciaire',
        text: 'Jugement prononçant l’ouverture d’une procédure de redressement judiciaire.',
      },
      {
        number: 26,
        kind: 'CHANGES',
        title: 'Modification survenue sur l’administration',
        text: 'Changement de président.',
      },
    ],
  ],
  [
    7,
    [
      {
        number: 12,
        kind: 'COLLECTIVE_PROCEDURE',
        procedure: { phase: 'OPENING', state: 'SAUVEGARDE' },
        title: 'Jugement d’ouverture de sauvegarde',
        text: 'Jugement prononçant l’ouverture d’une procédure de sauvegarde.',
      },
    ],
  ],
]

/** What colleagues say to one another. */
export const talk: readonly (readonly [daysAgo: number, said: CommentAct])[] = [
  [
    46,
    {
      by: 'manager',
      number: 1,
      text: 'Renouvellement du contrat-cadre prévu en juin : garder le dossier à jour d’ici là.',
    },
  ],
  [
    27,
    {
      by: 'reviewer',
      number: 24,
      text: 'Le questionnaire RSE est nettement sous ce que nous attendons ; plan d’action à demander.',
      to: 'manager',
    },
  ],
  [
    22,
    {
      by: 'admin',
      number: 30,
      text: 'Relevé bancaire falsifié : aucun paiement avant vérification complète.',
      to: 'manager',
    },
  ],
  [
    15,
    {
      by: 'reviewer',
      number: 3,
      text: 'Several weak answers on backups and access reviews. Shall we call them?',
      to: 'admin',
    },
  ],
  [12, { by: 'reviewer', number: 4, text: 'Extrait incomplet, renvoyé au fournisseur.' }],
  [
    15,
    {
      by: 'manager',
      number: 5,
      text: 'Redressement judiciaire en cours : limiter les acomptes.',
      to: 'reviewer',
    },
  ],
  [5, { by: 'manager', number: 7, text: 'Nouvel extrait reçu et accepté, rien à signaler.' }],
  [
    1,
    {
      by: 'reviewer',
      number: 82,
      text: 'Certificate in Italian: can somebody confirm the expiry date?',
      to: 'admin',
    },
  ],
]

/** Who looked at what screening found, and what they said. A true match takes two. */
export const decisionsOnHits: readonly Parameters<typeof decideHits>[] = [
  [
    45,
    30,
    'reviewer',
    {
      verdict: 'FALSE_POSITIVE',
      grounds: ['DIFFERENT_BIRTH_DATE', 'DOCUMENT_CHECKED'],
      comment: 'Né en avril 1948 selon le registre et sa pièce d’identité ; la fiche dit novembre 1949.',
    },
  ],
  [
    23,
    62,
    'reviewer',
    {
      verdict: 'FALSE_POSITIVE',
      grounds: ['NAME_ONLY_SIMILAR'],
      comment: 'Un autre nom : deux l, et rien d’autre en commun.',
    },
  ],
  [
    22,
    82,
    'admin',
    {
      verdict: 'FALSE_POSITIVE',
      grounds: ['DIFFERENT_COUNTRY', 'DIFFERENT_ACTIVITY'],
      comment: 'A weaver in Biella; the one on the list is a trading house abroad.',
    },
  ],
  [
    3,
    72,
    'reviewer',
    {
      verdict: 'TRUE_MATCH',
      grounds: ['SAME_NAME', 'SAME_BIRTH_DATE', 'SAME_COUNTRY'],
      comment: 'Name, month of birth and nationality agree. Payments are on hold.',
    },
  ],
  [
    2,
    72,
    'admin',
    {
      verdict: 'TRUE_MATCH',
      grounds: ['SAME_NAME', 'SAME_BIRTH_DATE'],
      comment: 'Confirmed with the broker’s passport copy; legal is informed.',
    },
  ],
]
