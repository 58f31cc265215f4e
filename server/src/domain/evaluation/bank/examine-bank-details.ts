import type { ReadTx } from '../../../platform/db/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import type { LockedResponse } from '../status/lock.ts'
import type { Finding } from '../status/response-states.ts'
import { acceptedAccounts, banksOf, changeSender } from './bank-changes.queries.ts'
import { bankGuard } from './bank-guard.ts'
import { bankSigns, readBankAccount } from './bank-signs.ts'
import type { Bank } from './check-iban.ts'

interface SentForms {
  readonly forms: readonly { readonly evidenceId: number; readonly formdata: readonly FormEntry[] }[]
  /** Whether they are the bank details of the company, and not an account that a form happens to ask for. */
  readonly areBankDetails: boolean
  readonly today: Day
}

interface BankFacts {
  /** What is known of the banks of the IBANs in the forms, by plain IBAN. */
  readonly banks: ReadonlyMap<string, Bank>
  readonly findings: readonly Finding[]
}

/** The banks behind what was sent, and what is odd about it if other details were accepted before. */
export async function examineBankDetails(
  tx: ReadTx,
  scope: Scope,
  { responseId, document: { thirdpartyId } }: LockedResponse,
  { forms, areBankDetails, today }: SentForms,
): Promise<BankFacts> {
  const ibans = forms
    .flatMap(({ formdata }) => formdata)
    .filter(({ type }) => type === 'iban')
    .map(({ value }) => value)
  const banks = await banksOf(tx, ibans)
  const [form] = forms.filter(({ formdata }) => readBankAccount(formdata) !== null)
  const sent = form ? readBankAccount(form.formdata) : null
  if (!areBankDetails || !form || !sent) return { banks, findings: [] }
  const accepted = await acceptedAccounts(tx, scope, { thirdpartyId, responseId })
  const { names, countryCode, senderSince } = await changeSender(tx, scope, responseId)
  const guard = await bankGuard(tx, scope)
  const bank = banks.get(sent.iban) ?? { name: null, bic: null }
  const company = { names, countryCode }
  const signs = bankSigns({ ...guard, sent, bank, accepted, company, senderSince, today })
  return { banks, findings: signs.map((code) => ({ code, evidenceId: form.evidenceId })) }
}
