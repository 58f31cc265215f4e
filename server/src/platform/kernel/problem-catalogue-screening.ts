import type { Problem } from './problem-catalogue-entry.ts'

/** Lists, and what was found on them. */
export const screeningProblems = {
  HIT_NOT_FOUND: {
    status: 404,
    title: 'Hit not found',
    retryable: false,
    en: 'This account has no screening hit {hitId}. Look it up in the list of hits.',
    fr: 'Ce compte n’a pas de correspondance {hitId}. Cherchez-la dans la liste des correspondances.',
  },
  HIT_ENDED: {
    status: 409,
    title: 'Hit ended',
    retryable: false,
    en: 'Hit {hitId} has ended: the entry left its list, or the person or company changed. There is nothing left to decide.',
    fr: 'La correspondance {hitId} a pris fin : la fiche a quitté la liste, ou la personne ou l’entreprise a changé. Il n’y a plus rien à décider.',
  },
  HIT_REASON_MISSING: {
    status: 422,
    title: 'Reason missing',
    retryable: false,
    en: 'The decision {verdict} needs a reason: name at least one ground, and write a comment when the ground is OTHER.',
    fr: 'La décision {verdict} doit être motivée : donnez au moins un motif, et un commentaire si le motif est OTHER.',
  },
  HIT_NEEDS_SECOND_PERSON: {
    status: 409,
    title: 'Second person needed',
    retryable: false,
    en: 'You proposed this decision on hit {hitId} yourself. Somebody else has to confirm it.',
    fr: 'Vous avez vous-même proposé cette décision sur la correspondance {hitId}. Une autre personne doit la confirmer.',
  },
  LIST_NOT_FOUND: {
    status: 404,
    title: 'List not found',
    retryable: false,
    en: 'There is no screening list {listId} for this account. Look it up among the lists.',
    fr: 'Ce compte n’a pas de liste de contrôle {listId}. Cherchez-la parmi les listes.',
  },
  LIST_IMPORT_RUNNING: {
    status: 409,
    title: 'Import under way',
    retryable: true,
    en: 'Another import of the list {list} is under way. Try again when it has ended.',
    fr: 'Un autre import de la liste {list} est en cours. Réessayez quand il sera terminé.',
  },
  LIST_NAME_TAKEN: {
    status: 409,
    title: 'List name taken',
    retryable: false,
    en: 'Your account has a list called “{name}” already. Send a new version of it, or choose another name.',
    fr: 'Votre compte a déjà une liste nommée « {name} ». Envoyez-en une nouvelle version, ou choisissez un autre nom.',
  },
  LIST_PUBLISHED: {
    status: 409,
    title: 'Published list',
    retryable: false,
    en: 'The list {list} is published for everybody. You can leave it out in your settings, but neither change nor delete it.',
    fr: 'La liste {list} est publiée pour tous. Vous pouvez l’écarter dans vos réglages, mais ni la modifier ni la supprimer.',
  },
  LIST_FILE_INVALID: {
    status: 422,
    title: 'File is no list',
    retryable: false,
    en: 'The file cannot be read as a list: {fault}. Mend it and send it again.',
    fr: 'Le fichier ne peut pas être lu comme une liste : {fault}. Corrigez-le et renvoyez-le.',
  },
} as const satisfies Record<string, Problem>
