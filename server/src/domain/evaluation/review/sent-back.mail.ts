import type { Tx } from '../../../platform/db/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import type { LockedResponse } from '../status/lock.ts'
import type { Finding } from '../status/response-states.ts'
import { mailContacts, tellableReason, rejectionInEnglish, rejectionInFrench } from './answer.mail.ts'

interface SentBack {
  /** Only what may be told. */
  readonly reasons: readonly Finding[]
  /** The names of the files the reasons are about. */
  readonly names: ReadonlyMap<number, string>
}

/** Nobody was asked, so it says how to be heard. */
const wayToPerson: Readonly<Record<Language, string>> = {
  en: 'This was found by an automatic check. If it is mistaken, send the same document again: a person will then look at it.',
  fr: 'Ce constat vient d’un contrôle automatique. S’il est erroné, renvoyez le même document\u00a0: une personne l’examinera alors.',
}

/** What the decision says, in the portal and wherever else it is read. */
export function sentBackComment({ reasons, names }: SentBack, language: Language): string {
  const sentences = reasons.flatMap((finding) => tellableReason(finding, names, language))
  return [...new Set(sentences), wayToPerson[language]].join('\n')
}

/** Tells the contacts as a reviewer’s rejection does, each in their language. */
export async function mailSentBack(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { publicUrl, ...sentBack }: SentBack & { readonly publicUrl: string },
): Promise<void> {
  const words = (language: Language) => ({
    comment: sentBackComment(sentBack, language),
    revoked: false,
    publicUrl,
  })
  await mailContacts(tx, scope, locked, {
    template: 'response.rejected',
    cause: String(locked.responseId),
    publicUrl,
    words: {
      en: (names) => rejectionInEnglish(names, words('en')),
      fr: (names) => rejectionInFrench(names, words('fr')),
    },
  })
}
