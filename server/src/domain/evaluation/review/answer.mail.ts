import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import {
  problemFromSlug,
  problemSentence,
  type Language,
  type Scope,
  type Theme,
} from '../../../platform/kernel/index.ts'
import { queueMail, renderMail } from '../../../platform/mail/index.ts'
import { contactsOf, issueAccessLinks } from '../../contacts/index.ts'
import { isRequestedFromSupplier } from '../status/document-conditions.ts'
import type { LockedResponse } from '../status/lock.ts'
import type { Finding } from '../status/response-states.ts'

interface Names {
  readonly account: string
  readonly company: string
  readonly document: Record<Language, string>
}

interface Words {
  readonly subject: string
  readonly title: string
  readonly paragraphs: string[]
  readonly label: string
  readonly footer: string
}

interface AnswerMail {
  readonly template: string
  /** Names the cause: nobody hears of the same one twice. */
  readonly cause: string
  readonly publicUrl: string
  readonly words: Record<Language, (names: Names) => Words>
}

/** Writes to those of the third party who answer for the theme of a document, each in their language. */
export async function mailContacts(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { template, cause, publicUrl, words }: AnswerMail,
): Promise<'SENT' | 'NO_CONTACT' | 'NOT_SHARED'> {
  const { outside, theme, ...names } = await loadMailFacts(tx, scope, locked)
  if (!outside) return 'NOT_SHARED'
  const contacts = (await contactsOf(tx, scope, locked.document.thirdpartyId)).filter(
    ({ state, themes }) => state !== 'BOUNCED' && (themes.length === 0 || themes.includes(theme)),
  )
  if (contacts.length === 0) return 'NO_CONTACT'
  const contactIds = contacts.map(({ contactId }) => contactId)
  const linkOf = await issueAccessLinks(tx, scope, { contactIds, publicUrl })
  for (const { contactId, email, language } of contacts) {
    const { subject, title, paragraphs, label, footer } = words[language](names)
    const action = { label, url: linkOf(contactId) }
    await queueMail(tx, scope, {
      dedupeKey: `${template}:${cause}:${contactId}`,
      template,
      recipient: email,
      language,
      contactId,
      subject: subject.replaceAll(/[\r\n\t]+/g, ' ').slice(0, 300),
      ...renderMail({ language, title, paragraphs, action, footer }),
    })
  }
  return 'SENT'
}

async function loadMailFacts(tx: Tx, scope: Scope, { document }: LockedResponse) {
  const { rows } = await sql<Names & { theme: Theme; outside: boolean }>`
    select a.name as account, coalesce(t.name, t.identifier_value) as company, v.definition -> 'name' as document,
      v.definition ->> 'theme' as theme, ${isRequestedFromSupplier('c')} as outside
    from account a
    join document c on c.account_id = a.account_id and c.document_id = ${document.documentId}
    join thirdparty t on t.account_id = a.account_id and t.thirdparty_id = ${document.thirdpartyId}
    join document_type_version v on v.account_id = a.account_id and v.code = c.code
      and v.type_version = c.type_version
    where a.account_id = ${scope.accountId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error(`Document ${document.documentId} is held and has no type.`)
  return facts
}

interface RejectionFacts {
  readonly comment: string | null
  /** It had been accepted before. */
  readonly revoked: boolean
  readonly publicUrl: string
}

/** Tells the contacts what is wrong and what to do. */
export function mailRejection(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  rejection: RejectionFacts,
): Promise<'SENT' | 'NO_CONTACT' | 'NOT_SHARED'> {
  return mailContacts(tx, scope, locked, {
    template: 'response.rejected',
    cause: String(locked.responseId),
    publicUrl: rejection.publicUrl,
    words: {
      en: (names) => rejectionInEnglish(names, rejection),
      fr: (names) => rejectionInFrench(names, rejection),
    },
  })
}

export const rejectionInEnglish = (
  { account, company, document }: Names,
  { comment, revoked }: RejectionFacts,
): Words => ({
  subject: `Please send again: ${document.en}`,
  title: 'A document must be sent again',
  paragraphs: [
    revoked
      ? `${account} no longer accepts the document “${document.en}” of ${company}, which it had accepted before.`
      : `${account} could not accept the document “${document.en}” of ${company}.`,
    comment ? `Reason given:\n${comment}` : 'No further reason was given.',
    `What to do next: prepare a document that addresses this remark and send it from your portal. The button below opens it without a password (once, within 14 days). Your file stays incomplete until then.`,
  ],
  label: 'Send it again',
  footer: `Sent on behalf of ${account} because you are its contact for ${company}.`,
})

export const rejectionInFrench = (
  { account, company, document }: Names,
  { comment, revoked }: RejectionFacts,
): Words => ({
  subject: `À renvoyer\u00a0: ${document.fr}`,
  title: 'Un document est à renvoyer',
  paragraphs: [
    revoked
      ? `${account} n’accepte plus le document «\u00a0${document.fr}\u00a0» de ${company}, qui avait été accepté auparavant.`
      : `${account} n’a pas pu accepter le document «\u00a0${document.fr}\u00a0» de ${company}.`,
    comment ? `Motif indiqué\u00a0:\n${comment}` : 'Aucun autre motif n’a été indiqué.',
    `Ce qu’il faut faire\u00a0: préparez un document qui répond à cette remarque et envoyez-le depuis votre espace. Le bouton ci-dessous l’ouvre sans mot de passe (une fois, dans les 14 jours). Votre dossier reste incomplet d’ici là.`,
  ],
  label: 'Renvoyer le document',
  footer: `Envoyé pour le compte de ${account}, dont vous êtes l’interlocuteur pour ${company}.`,
})

interface FailedCheck {
  readonly findings: readonly Finding[]
  readonly publicUrl: string
}

interface FailureFacts {
  byContact: boolean
  awaited: boolean
  files: { id: number; name: string }[]
}

/**
 * Tells the contacts that the checks sent back what one of them had sent: whoever closed the page would never learn
 * of it. What the account's own people sent, they follow themselves. The doubts of a verification provider are not told
 * here: they may be about a forgery, and whether its sender should know is for a reviewer to say.
 */
export async function mailFailedCheck(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { findings, publicUrl }: FailedCheck,
): Promise<void> {
  const { byContact, awaited, files } = await loadFailureFacts(tx, scope, locked)
  if (!byContact || !awaited) return
  const names = new Map(files.map(({ id, name }) => [id, name]))
  const reasons = (language: Language) => [
    ...new Set(findings.flatMap((finding) => tellableReason(finding, names, language))),
  ]
  await mailContacts(tx, scope, locked, {
    template: 'response.sent-back',
    // The same answer may be sent again, and come back again.
    cause: `${locked.responseId}.${locked.version}`,
    publicUrl,
    words: {
      en: (rejection) => failureInEnglish(rejection, reasons('en')),
      fr: (rejection) => failureInFrench(rejection, reasons('fr')),
    },
  })
}

/** `awaited`: something is to be sent again. A renewal with a doubt waits for its reviewer, the former piece in force. */
async function loadFailureFacts(tx: Tx, scope: Scope, { responseId }: LockedResponse): Promise<FailureFacts> {
  const { rows } = await sql<FailureFacts>`
    select r.submitted_by_type = 'CONTACT' as "byContact",
      c.status <> 'VALID' or r.state = 'DRAFT' as awaited,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.evidence_id, 'name', e.file_name)), '[]')
        from evidence e where e.account_id = r.account_id and e.response_id = r.response_id
          and e.kind = 'FILE' and e.file_name is not null) as files
    from response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    where r.account_id = ${scope.accountId} and r.response_id = ${responseId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error(`Response ${responseId} is held and not there.`)
  return facts
}

/** Nothing for what is only for the reviewer's eye. */
export function tellableReason(
  { code, evidenceId }: Finding,
  names: ReadonlyMap<number, string>,
  language: Language,
): string[] {
  const problem = problemFromSlug(code.toLowerCase().replaceAll('_', '-'))
  const sentence = mendable[code]?.[language] ?? (problem && problemSentence(problem, language))
  if (!sentence) return []
  const name = evidenceId === null ? undefined : names.get(evidenceId)
  const colon = language === 'fr' ? '\u00a0: ' : ': '
  return [name === undefined ? sentence : name + colon + sentence]
}

/** What a supplier may read of its own answer. Doubts about a document are for reviewers and never among them. */
const mendable: Readonly<Record<string, Record<Language, string>>> = {
  INFECTED: {
    en: 'The virus scanner refused this file. Send another one.',
    fr: 'L’antivirus a refusé ce fichier. Envoyez-en un autre.',
  },
  NOT_SCANNED: {
    en: 'This file could not be scanned for viruses. Send a smaller one, or send it in parts.',
    fr: 'Ce fichier n’a pas pu être analysé par l’antivirus. Envoyez-en un plus léger, ou en plusieurs parties.',
  },
  REFUSED: {
    en: 'This file could not be accepted. Send another one.',
    fr: 'Ce fichier n’a pas pu être accepté. Envoyez-en un autre.',
  },
  IBAN_CHECK_FAILED: {
    en: 'The national check digits of the bank account number are wrong. Compare it with what your bank gave you.',
    fr: 'La clé nationale du numéro de compte bancaire est incorrecte. Comparez-le avec votre relevé d’identité bancaire.',
  },
  OTHER_COMPANY_IDENTIFIER: {
    en: 'This file is about another company. Send the one that is about yours.',
    fr: 'Ce fichier concerne une autre société. Envoyez celui qui concerne la vôtre.',
  },
  ALREADY_EXPIRED: {
    en: 'The document has already expired. Send one that is still valid.',
    fr: 'Le document a déjà expiré. Envoyez-en un encore valable.',
  },
  EXPIRES_BEFORE_EFFECTIVE: {
    en: 'The document expires before it takes effect. Check its dates.',
    fr: 'Le document expire avant de prendre effet. Vérifiez ses dates.',
  },
  EFFECTIVE_IN_FUTURE: {
    en: 'The date of the document is in the future. Check it.',
    fr: 'La date du document est dans le futur. Vérifiez-la.',
  },
  EFFECTIVE_DATE_MISSING: {
    en: 'The date of the document is missing. Add it.',
    fr: 'Il manque la date du document. Ajoutez-la.',
  },
  KIND_DIFFERS: {
    en: 'This file seems to be another document than the one asked for. Send the right one.',
    fr: 'Ce fichier semble être un autre document que celui demandé. Envoyez le bon.',
  },
  DATE_MISMATCH: {
    en: 'The dates you typed are not those on the document. Compare them.',
    fr: 'Les dates saisies ne sont pas celles du document. Comparez-les.',
  },
  PRINTED_EXPIRED: {
    en: 'By its own dates the document is no longer valid. Send a newer one.',
    fr: 'D’après ses propres dates, le document n’est plus valable. Envoyez-en un plus récent.',
  },
}

/** Besides these, the reasons why a file was refused at once. */
export const tellableFindings: readonly string[] = [...Object.keys(mendable), 'TEXT_UNREADABLE']

const failureInEnglish = ({ account, company, document }: Names, reasons: readonly string[]): Words => ({
  subject: `Please correct: ${document.en}`,
  title: 'Something must be corrected',
  paragraphs: [
    `The document “${document.en}” sent for ${company} did not pass the automatic checks.`,
    `What was found:\n${reasons.join('\n')}`,
    `Correct it from your portal. The button below opens it without a password (once, within 14 days). If you have already done so, there is nothing left to do.`,
  ],
  label: 'Correct it',
  footer: `Sent on behalf of ${account} because you are its contact for ${company}.`,
})

const failureInFrench = ({ account, company, document }: Names, reasons: readonly string[]): Words => ({
  subject: `À corriger\u00a0: ${document.fr}`,
  title: 'Un point est à corriger',
  paragraphs: [
    `Le document «\u00a0${document.fr}\u00a0» envoyé pour ${company} n’a pas passé les contrôles automatiques.`,
    `Ce qui a été relevé\u00a0:\n${reasons.join('\n')}`,
    `Corrigez-le depuis votre espace. Le bouton ci-dessous l’ouvre sans mot de passe (une fois, dans les 14 jours). Si c’est déjà fait, vous n’avez plus rien à faire.`,
  ],
  label: 'Corriger',
  footer: `Envoyé pour le compte de ${account}, dont vous êtes l’interlocuteur pour ${company}.`,
})
