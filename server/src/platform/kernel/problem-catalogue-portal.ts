import type { Problem } from './problem-catalogue-entry.ts'

/** What only people of third parties meet, in the portal. */
export const portalProblems = {
  PORTAL_SESSION_ENDED: {
    status: 401,
    title: 'Portal session ended',
    titleFr: 'Session du portail terminée',
    retryable: false,
    en: 'You are not signed in to the portal, or your session has ended. Open the link in your last e-mail, or request a new one.',
    fr: 'Vous n’êtes pas connecté au portail, ou votre session a pris fin. Ouvrez le lien de votre dernier courriel ou demandez-en un nouveau.',
  },
  UNSUBSCRIBE_LINK_INVALID: {
    status: 403,
    title: 'Unsubscribe link not valid',
    titleFr: 'Lien de désinscription non valable',
    retryable: false,
    en: 'This unsubscribe link is not valid, or its address no longer receives our e-mails. Nothing was changed.',
    fr: 'Ce lien de désabonnement n’est pas valide, ou son adresse ne reçoit plus nos courriels. Rien n’a été modifié.',
  },
  DRAFT_NOT_FOUND: {
    status: 404,
    title: 'No draft to continue',
    titleFr: 'Aucun brouillon à poursuivre',
    retryable: false,
    en: 'There is no draft for this request. Start one by saving the form or adding a file.',
    fr: 'Il n’y a pas de brouillon pour cette demande. Commencez-en un en enregistrant le formulaire ou en ajoutant un fichier.',
  },
  NOTHING_TO_WITHDRAW: {
    status: 409,
    title: 'Nothing to withdraw',
    titleFr: 'Rien à retirer',
    retryable: false,
    en: 'You have no answer to this request that can be withdrawn now. To correct one, send a new answer.',
    fr: 'Aucune de vos réponses à cette demande ne peut être retirée à présent. Pour en corriger une, envoyez une nouvelle réponse.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    title: 'Upload not found',
    titleFr: 'Envoi introuvable',
    retryable: false,
    en: 'There is no upload {uploadId} under way for this document. Begin a new one.',
    fr: 'Aucun envoi {uploadId} n’est en cours pour ce document. Commencez-en un nouveau.',
  },
  UPLOAD_OFFSET_MISMATCH: {
    status: 409,
    title: 'Upload continues elsewhere',
    titleFr: 'Envoi à reprendre ailleurs',
    retryable: false,
    en: 'The upload has arrived up to byte {offset}. Continue from there.',
    fr: 'L’envoi est arrivé jusqu’à l’octet {offset}. Reprenez à partir de là.',
  },
  UPLOAD_CHECKSUM_MISMATCH: {
    // Of the tus protocol, which has a number of its own for it.
    status: 460,
    title: 'Bytes changed on their way',
    titleFr: 'Octets altérés en chemin',
    retryable: true,
    en: 'The bytes that arrived do not match their checksum and were not kept. Send them again.',
    fr: 'Les octets reçus ne correspondent pas à leur somme de contrôle et n’ont pas été conservés. Renvoyez-les.',
  },
  TUS_VERSION_UNSUPPORTED: {
    status: 412,
    title: 'Upload protocol not supported',
    titleFr: 'Protocole d’envoi non pris en charge',
    retryable: false,
    en: 'Uploads follow the tus protocol in version {version}. Name it in the header Tus-Resumable.',
    fr: 'Les envois suivent le protocole tus en version {version}. Indiquez-la dans l’en-tête Tus-Resumable.',
  },
} as const satisfies Record<string, Problem>
