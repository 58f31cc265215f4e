import { randomUUID } from 'node:crypto'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue, type Handler, type PersonNotice } from '../../platform/jobs/index.ts'
import { type Language, wholeAccount } from '../../platform/kernel/index.ts'
import { queueMail, renderMail } from '../../platform/mail/index.ts'
import { composeNotice, type NoticeFacts } from './person-notices.mail.ts'
import { createResetLink } from './reset-link.ts'
import { describeDevice } from './session-list/describe-device.ts'
import { accountsOfPerson, type AccountOfPerson } from './access.queries.ts'

/**
 * Tells a person what happened to their own access; the mail is written by a job. Nobody is a person too: a request about
 * an unknown address costs what any other does.
 */
export function notifyPerson(tx: Tx, userId: number | null, notice: PersonNotice): Promise<void> {
  return enqueue(tx, 'people.notify', { userId, notice, occasion: randomUUID() })
}

// Impatience is met with one link in this time.
const linkEveryMs = 5 * 60_000

interface Person {
  readonly userId: number
  readonly email: string
  readonly language: Language
  readonly version: number
  readonly accounts: readonly AccountOfPerson[]
}

/** People have no outbox of their own: it is that of the account the notice is about, or of one they belong to. */
export const sendPersonNotice =
  (publicUrl: string): Handler<'people.notify'> =>
  async ({ userId, notice, occasion }, { db, clock }) => {
    const person = userId === null ? null : await db.system((tx) => findRecipient(tx, userId))
    if (!person) return
    const accountId = 'accountId' in notice ? notice.accountId : person.accounts[0]?.accountId
    if (accountId === undefined || isReadableByOthers(notice, person)) return
    const { language, email: recipient } = person
    const words = composeNotice(language, notice, await db.system((tx) => findFacts(tx, notice)))
    const { title, paragraphs, closing, label, footer } = words
    const url = await noticePage(db, publicUrl, { notice, person })
    const action = url === null ? {} : { action: { label, url } }
    const isLink = notice.kind === 'RESET_LINK'
    const cause = isLink ? `${Math.floor(clock.now().getTime() / linkEveryMs)}` : occasion
    const mail = {
      dedupeKey: `person.${notice.kind}:${cause}:${userId}`,
      template: `person.${notice.kind.toLowerCase().replaceAll('_', '-')}`,
      recipient,
      language,
      subject: title,
      ...renderMail({ language, title, paragraphs, closing, footer, ...action }),
    }
    await db.write(wholeAccount(accountId), async (tx) => {
      if (await isForgotten(tx, accountId, person)) return
      await queueMail(tx, { accountId }, mail)
    })
  }

/** The outbox of a sandbox shows its links. With a second account, that would hand this one to a stranger. */
function isReadableByOthers({ kind }: PersonNotice, { accounts }: Person): boolean {
  return kind === 'RESET_LINK' && accounts[0]?.kind === 'SANDBOX' && accounts.length > 1
}

/** The account they left may have erased them since: nothing is written about them there again. */
async function isForgotten(tx: ReadTx, accountId: number, { userId, accounts }: Person): Promise<boolean> {
  if (accounts.some((account) => account.accountId === accountId)) return false
  const erased = await tx
    .selectFrom('person_key')
    .select('person')
    .where('account_id', '=', accountId)
    .where('person_type', '=', 'USER')
    .where('person', '=', userId)
    .where('erased_at', 'is not', null)
    .executeTakeFirst()
  return erased !== undefined
}

async function findRecipient(tx: ReadTx, userId: number): Promise<Person | null> {
  const row = await tx
    .selectFrom('app_user')
    .select(['email', 'language', 'token_version as version'])
    .where('user_id', '=', userId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const language: Language = row.language === 'fr' ? 'fr' : 'en'
  return { ...row, userId, language, accounts: await accountsOfPerson(tx, userId) }
}

/** Looked up when the mail is written: the job holds numbers only. */
async function findFacts(tx: ReadTx, notice: PersonNotice): Promise<NoticeFacts> {
  if (notice.kind === 'NEW_DEVICE' || notice.kind === 'NEW_PLACE') {
    const session = await tx
      .selectFrom('person_session')
      .select('user_agent')
      .where('session_id', '=', notice.sessionId)
      .executeTakeFirst()
    const { browser, system } = describeDevice(session?.user_agent ?? null)
    return { device: [browser, system].filter((word) => word !== null).join(', ') }
  }
  if (notice.kind !== 'RIGHTS_CHANGED') return {}
  const { accountId, by } = notice
  const account = await tx
    .selectFrom('account')
    .select('name')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const named =
    by.type === 'USER'
      ? tx.selectFrom('app_user').select('name').where('user_id', '=', by.id)
      : tx.selectFrom('api_client').select('name').where('api_client_id', '=', by.id)
  return { account: account?.name ?? '', by: (await named.executeTakeFirst())?.name ?? '' }
}

function noticePage(
  db: Db,
  publicUrl: string,
  { notice, person }: { readonly notice: PersonNotice; readonly person: Person },
) {
  if (notice.kind === 'RIGHTS_CHANGED') return null
  if (notice.kind === 'PASSWORD_CHANGED') return `${publicUrl}/app/sign-in`
  if (notice.kind !== 'RESET_LINK') return `${publicUrl}/app/security`
  const { userId, version, accounts } = person
  const provesAddress = accounts[0]?.kind === 'PRODUCTION'
  return db.system((tx) => createResetLink(tx, publicUrl, { userId, version, provesAddress }))
}
