import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import { queueMail, renderMail } from '../../platform/mail/index.ts'
import type { CommentPlace } from './comment-place.ts'
import type { FoundComment } from './comments.queries.ts'
import type { Mentioned } from './mentions.ts'

interface Cause {
  readonly comment: FoundComment
  readonly place: CommentPlace
  readonly publicUrl: string
}

interface Names {
  readonly account: string
  readonly company: string
  readonly dossier: Record<Language, string> | null
  readonly reference: string | null
  readonly document: Record<Language, string> | null
}

/** Tells everyone newly mentioned, each in their language. Who mentions themselves knows it already. */
export async function mailMentions(
  tx: Tx,
  scope: Scope,
  { comment, place, publicUrl }: Cause,
  mentioned: readonly Mentioned[],
): Promise<void> {
  const { actor, accountId } = scope
  const others = mentioned.filter(({ userId }) => actor.type !== 'USER' || actor.id !== userId)
  if (others.length === 0) return
  const names = await namesFor(tx, scope, place)
  const url = `${publicUrl}/app/account/${accountId}${commentPage(place)}`
  for (const { userId, email, language } of others) {
    const content = { author: actor.name, text: comment.text }
    const { subject, title, paragraphs, label, footer } = words[language](names, content)
    await queueMail(tx, scope, {
      // With the version: who was taken out of a comment and is mentioned again is told again.
      dedupeKey: `comment.mention:${comment.commentId}:${comment.version}:${userId}`,
      template: 'comment.mention',
      recipient: email,
      language,
      subject: subject.replaceAll(/[\r\n\t]+/g, ' ').slice(0, 300),
      ...renderMail({ language, title, paragraphs, action: { label, url }, footer }),
    })
  }
}

/** Where the comment is shown, in the back-office. */
function commentPage({ thirdpartyId, dossierId, documentId }: CommentPlace): string {
  if (dossierId === undefined) return `/thirdparties/${thirdpartyId}?tab=comments`
  const parameter = documentId === undefined ? 'tab=comments' : `document=${documentId}`
  return `/dossiers/${dossierId}?${parameter}`
}

interface Words {
  subject: string
  title: string
  paragraphs: string[]
  label: string
  footer: string
}

const words: Record<Language, (names: Names, content: { author: string; text: string }) => Words> = {
  en: (names, { author, text }) => ({
    subject: `${author} mentioned you: ${names.company}`,
    title: 'You were mentioned in a comment',
    paragraphs: [`${author} mentioned you in a comment on ${subjectEn(names)}:`, text],
    label: 'Open in Vigie',
    footer: `You receive this message because you are a member of ${names.account}. The third party does not see comments.`,
  }),
  fr: (names, { author, text }) => ({
    subject: `${author} vous mentionne\u00a0: ${names.company}`,
    title: 'Un commentaire vous mentionne',
    paragraphs: [`${author} vous mentionne dans un commentaire sur ${subjectFr(names)}\u00a0:`, text],
    label: 'Ouvrir dans Vigie',
    footer: `Vous recevez ce message en tant que membre de ${names.account}. Le tiers ne voit pas les commentaires.`,
  }),
}

function subjectEn({ company, dossier, reference, document }: Names): string {
  if (!dossier) return company
  const ofDossier = `the dossier “${dossier.en}”${reference === null ? '' : ` (${reference})`} of ${company}`
  return document ? `the document “${document.en}” in ${ofDossier}` : ofDossier
}

function subjectFr({ company, dossier, reference, document }: Names): string {
  if (!dossier) return company
  const named = `dossier «\u00a0${dossier.fr}\u00a0»${reference === null ? '' : ` (${reference})`} de ${company}`
  return document ? `le document «\u00a0${document.fr}\u00a0» du ${named}` : `le ${named}`
}

async function namesFor(tx: Tx, scope: Scope, place: CommentPlace): Promise<Names> {
  const { rows } = await sql<Names>`
    select a.name as account, coalesce(t.name, t.identifier_value) as company, d.reference,
      dv.definition -> 'label' as dossier, cv.definition -> 'name' as document
    from account a
    join thirdparty t on t.account_id = a.account_id and t.thirdparty_id = ${place.thirdpartyId}
    left join dossier d on d.account_id = a.account_id and d.dossier_id = ${place.dossierId ?? null}::bigint
    left join dossier_type_version dv on dv.account_id = a.account_id and dv.code = d.type_code
      and dv.type_version = d.type_version
    left join document c on c.account_id = a.account_id and c.document_id = ${place.documentId ?? null}::bigint
    left join document_type_version cv on cv.account_id = a.account_id and cv.code = c.code
      and cv.type_version = c.type_version
    where a.account_id = ${scope.accountId}`.execute(tx)
  const [names] = rows
  if (!names) throw new Error(`Third party ${place.thirdpartyId} is held and has no name.`)
  return names
}
