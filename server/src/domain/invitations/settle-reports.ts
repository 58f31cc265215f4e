import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { jobScope, type Scope } from '../../platform/kernel/index.ts'
import {
  findLastMails,
  findMessage,
  noteDelivery,
  readMessageId,
  type DeliveryKind,
} from '../../platform/mail/index.ts'
import { comparableEmail, markBouncedInvitation } from '../accounts/index.ts'
import { contactRefused } from './bounce.ts'
import type { InvitationSettings } from './settings.ts'
import { contactComplained } from './unsubscribe.ts'

export interface DeliveryReport {
  readonly messageId: string | null
  readonly recipient: string | null
  readonly kind: DeliveryKind
  readonly permanent: boolean
  readonly reason: string
  readonly at: Date
}

/** What became of reports: news, told before, or of mails that are not ours. */
type Outcome = 'applied' | 'repeated' | 'unknown'

export interface SettledReport {
  readonly kind: DeliveryKind
  readonly outcome: Outcome
}

interface TracedReport extends DeliveryReport {
  /** The accounts that may have sent the mail. */
  readonly accountIds: readonly number[]
}

type Settings = Pick<InvitationSettings, 'publicUrl'>

/**
 * Writes down what a relay says became of mails, and draws the consequences. Each account in one transaction, and in
 * one order, so that two deliveries of the same reports wait for one another instead of locking each other out.
 */
export async function settleReports(
  db: Db,
  reports: readonly DeliveryReport[],
  settings: Settings,
): Promise<SettledReport[]> {
  const traced = (await traceReports(db, reports)).toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  const outcomes = new Map<TracedReport, Outcome>(traced.map((report) => [report, 'unknown']))
  for (const accountId of new Set(traced.flatMap(({ accountIds }) => accountIds))) {
    const scope = jobScope(accountId, 'mail.report')
    const settled = await db.write(scope, async (tx) => {
      const found: [TracedReport, Outcome][] = []
      for (const report of traced.filter(({ accountIds }) => accountIds.includes(accountId)))
        found.push([report, await settleReport(tx, scope, report, settings)])
      return found
    })
    for (const [report, outcome] of settled) outcomes.set(report, better(outcomes.get(report), outcome))
  }
  return [...outcomes].map(([{ kind }, outcome]) => ({ kind, outcome }))
}

/** An address may be known to several accounts. */
const better = (one: Outcome = 'unknown', other: Outcome): Outcome =>
  (['applied', 'repeated'] as const).find((outcome) => outcome === one || outcome === other) ?? 'unknown'

const keyOf = ({ messageId, recipient }: DeliveryReport) => `${messageId ?? ''} ${recipient ?? ''}`

/** By the Message-ID, which names the account; else by the address, for relays that give mails an id of their own. */
async function traceReports(db: Db, reports: readonly DeliveryReport[]): Promise<TracedReport[]> {
  const read = reports.map((report) => {
    const message = report.messageId === null ? null : readMessageId(report.messageId)
    const recipient = report.recipient === null ? null : comparableEmail(report.recipient)
    return { ...report, messageId: message?.messageId ?? null, recipient, named: message?.accountId ?? null }
  })
  const addresses = read.flatMap(({ named, recipient }) =>
    named === null && recipient !== null ? [recipient] : [],
  )
  const accountsOf = await findAccountsOf(db, addresses)
  return read.map(({ named, ...report }) => ({
    ...report,
    accountIds: named === null ? (accountsOf.get(report.recipient ?? '') ?? []) : [named],
  }))
}

/** Where somebody of this address is a contact, or is invited as a colleague. */
async function findAccountsOf(db: Db, addresses: readonly string[]): Promise<Map<string, number[]>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await db.system((tx) =>
    sql<{ address: string; accountIds: number[] }>`
      select k.address, array_agg(distinct k.account_id) as "accountIds" from (
        select lower(email) as address, account_id from contact
        where lower(email) = any(${[...addresses]}::text[]) and deleted_at is null
        union
        select email, account_id from member_invitation
        where email = any(${[...addresses]}::text[]) and closed_at is null) k
      group by k.address`.execute(tx),
  )
  return new Map(rows.map(({ address, accountIds }) => [address, accountIds]))
}

async function settleReport(
  tx: Tx,
  scope: Scope,
  report: DeliveryReport,
  settings: Settings,
): Promise<Outcome> {
  const { messageId, recipient, at } = report
  const mails =
    messageId === null
      ? await findLastMails(tx, scope, { recipient: recipient ?? '', at })
      : await findMessage(tx, scope, messageId)
  // What will be tried again is a delay, whatever the relay calls it.
  const kind = report.kind === 'BOUNCED' && !report.permanent ? 'DELAYED' : report.kind
  let outcome: Outcome = mails.length === 0 ? 'unknown' : 'repeated'
  for (const { mailId } of mails) {
    const mail = await noteDelivery(tx, scope, { mailId, kind, at, code: codeOf(report.reason) })
    if (!mail) continue
    outcome = 'applied'
    if (kind === 'BOUNCED') {
      await markBouncedInvitation(tx, scope, mail)
      await contactRefused(settings)(tx, scope, mail)
    }
    if (kind === 'COMPLAINED') await contactComplained(tx, scope, mail)
  }
  return outcome
}

/** The numbers of the reason alone: its words may quote the recipient. */
function codeOf(reason: string): string {
  const codes = [/\b5\d\d\b/, /\b5\.\d{1,3}\.\d{1,3}\b/].map((code) => code.exec(reason)?.[0])
  return codes.filter((code) => code !== undefined).join(' ') || 'BOUNCED'
}
