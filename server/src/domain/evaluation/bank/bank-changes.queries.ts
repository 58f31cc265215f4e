import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { AccountScope, Day } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import { bankCodeOf, plainCode, shippedBank, type Bank } from './check-iban.ts'
import { readBankAccount, type AcceptedAccount } from './bank-signs.ts'

/** What is known of the banks of these IBANs: what the operator imported first, then what the product ships. */
export async function banksOf(tx: ReadTx, ibans: readonly string[]): Promise<Map<string, Bank>> {
  const wanted = ibans.map((text) => {
    const iban = plainCode(text)
    return { iban, countryCode: iban.slice(0, 2), bankCode: bankCodeOf(iban) }
  })
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Bank & { iban: string }>`
    select w.iban, b.name, b.bic from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w (iban text, "countryCode" text, "bankCode" text)
    join bank b on b.country_code = w."countryCode" and b.bank_code = w."bankCode"`.execute(tx)
  const imported = new Map(rows.map(({ iban, ...bank }) => [iban, bank]))
  return new Map(
    wanted.map(({ iban }) => {
      const [ours, shipped] = [imported.get(iban), shippedBank(iban)]
      return [iban, { name: ours?.name ?? shipped.name, bic: ours?.bic ?? shipped.bic }]
    }),
  )
}

interface AcceptedRow {
  /** never null: forms without answers are left out. */
  readonly formdata: FormEntry[]
  readonly acceptedOn: Day
}

/** As many as a change is compared with. */
const acceptedAtMost = 20

/** The accounts of a company that were accepted and not revoked since, the newest first, in whichever dossier. */
export async function acceptedAccounts(
  tx: ReadTx,
  { accountId }: AccountScope,
  { thirdpartyId, responseId }: { readonly thirdpartyId: number; readonly responseId: number },
): Promise<AcceptedAccount[]> {
  const { rows } = await sql<AcceptedRow>`
    select e.formdata, (k.decided_at at time zone 'UTC')::date::text as "acceptedOn"
    from response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join document_type_version v on v.account_id = c.account_id and v.code = c.code
      and v.type_version = c.type_version and (v.definition -> 'bankDetails')::boolean
    join decision k on k.account_id = r.account_id and k.response_id = r.response_id
      and k.number = r.decision_number and k.verdict = 'ACCEPTANCE'
    join evidence e on e.account_id = r.account_id and e.response_id = r.response_id and e.kind = 'FORM'
      and e.formdata is not null
    where r.account_id = ${accountId} and r.thirdparty_id = ${thirdpartyId} and r.response_id <> ${responseId}
      and r.state in ('ACCEPTED', 'EXPIRED', 'SUPERSEDED') and r.reused_from is null
    order by k.decided_at desc, r.response_id desc limit ${acceptedAtMost}`.execute(tx)
  return rows.flatMap(({ formdata, acceptedOn }) => {
    const account = readBankAccount(formdata)
    return account ? [{ ...account, acceptedOn }] : []
  })
}

export interface ChangeSender {
  readonly names: string[]
  readonly countryCode: string | null
  /** The day the contact who sent it was added; null: it came from the account's own people. */
  readonly senderSince: Day | null
}

export async function changeSender(
  tx: ReadTx,
  { accountId }: AccountScope,
  responseId: number,
): Promise<ChangeSender> {
  const { rows } = await sql<ChangeSender>`
    select array_remove(array[t.name, t.trade_name], null) as names, t.country_code as "countryCode",
      (c.created_at at time zone 'UTC')::date::text as "senderSince"
    from response r
    join thirdparty t on t.account_id = r.account_id and t.thirdparty_id = r.thirdparty_id
    left join contact c on r.submitted_by_type = 'CONTACT' and c.account_id = r.account_id
      and c.contact_id = r.submitted_by
    where r.account_id = ${accountId} and r.response_id = ${responseId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`Response ${responseId} is held and not there.`)
  return row
}
