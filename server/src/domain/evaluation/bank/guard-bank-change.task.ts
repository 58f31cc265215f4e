import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { addDays, type Day, type Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import { closeTasksOf, openTask } from '../../tasks/index.ts'
import { tellFormerContacts } from './bank-change.mail.ts'
import { bankChangeSaidAt } from '../status/document-conditions.ts'
import { acceptedAccounts } from './bank-changes.queries.ts'
import { bankGuard } from './bank-guard.ts'
import { readBankAccount } from './bank-signs.ts'

/** Within how many days somebody should have called. */
const callBackDays = 3

/** Decisions on the answer ask for a task of this origin. */
const originKey = (responseId: number) => `bank-change:${responseId}`

interface Change {
  readonly responseId: number
  readonly isPending: boolean
  readonly thirdpartyId: number
  readonly dossierId: number
  readonly company: string
  readonly formdata: FormEntry[] | null
  readonly today: Day
}

/**
 * Has somebody call the company about each change of its bank details that waits for a decision, and nobody about those
 * that no longer do. It looks at what is there now, so it may run twice or late.
 */
export const guardBankChange =
  ({ publicUrl }: { readonly publicUrl: string | null }): Handler<'responses.guard-bank-change'> =>
  async ({ documentId }, { db, scope }) => {
    await db.write(scope, async (tx) => {
      const { enabled } = await bankGuard(tx, scope)
      for (const change of await changesOf(tx, scope, documentId)) {
        if (change.isPending && enabled) await askForCall(tx, scope, { ...change, documentId, publicUrl })
        else await closeTasksOf(tx, scope, originKey(change.responseId), { outcome: 'CANCELLED' })
      }
    })
  }

async function askForCall(
  tx: Tx,
  scope: Scope,
  change: Change & { readonly documentId: number; readonly publicUrl: string | null },
): Promise<void> {
  const { responseId, thirdpartyId, dossierId, documentId, company, today, publicUrl } = change
  const opened = await openTask(tx, scope, {
    title: { key: 'CALL_BACK_BANK_CHANGE', values: { company } },
    about: { thirdpartyId, dossierId, documentId },
    assignee: null,
    dueOn: addDays(today, callBackDays),
    origin: { kind: 'POLICY', key: originKey(responseId) },
  })
  const account = readBankAccount(change.formdata ?? [])
  const [former] = await acceptedAccounts(tx, scope, { thirdpartyId, responseId })
  if (opened === null || publicUrl === null || !account || !former) return
  const told = { responseId, thirdpartyId, company, ending: account.iban.slice(-4) }
  await tellFormerContacts(tx, scope, { ...told, formerSince: former.acceptedOn, publicUrl })
}

/** Answers that a check called a change, and for which nobody has called since it last said so, or somebody still may. */
async function changesOf(tx: Tx, { accountId }: Scope, documentId: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select r.response_id as "responseId", r.state = 'PENDING' as "isPending", r.thirdparty_id as "thirdpartyId",
      r.dossier_id as "dossierId", coalesce(t.name, t.identifier_value) as company, e.formdata,
      (account_now(${accountId}) at time zone 'UTC')::date::text as today
    from response r
    join thirdparty t on t.account_id = r.account_id and t.thirdparty_id = r.thirdparty_id
    join lateral (
      select ${bankChangeSaidAt(sql`r.account_id`, sql`r.response_id`)} as said_at) k on k.said_at is not null
    left join evidence e on e.account_id = r.account_id and e.response_id = r.response_id and e.kind = 'FORM'
    where r.account_id = ${accountId} and r.document_id = ${documentId}
      and not exists (select from task o where o.account_id = r.account_id
        and o.origin_key = 'bank-change:' || r.response_id and o.state = 'DONE' and o.closed_at >= k.said_at)
    order by r.response_id`.execute(tx)
  return rows
}
