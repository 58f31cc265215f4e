import { score } from '@vigie/matching'
import { addDays, type Day } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import { plainCode, type Bank } from './check-iban.ts'

export interface BankAccount {
  readonly iban: string
  readonly bic: string | null
  readonly holder: string | null
}

/** An account of the company that somebody accepted, and when. */
export interface AcceptedAccount extends BankAccount {
  readonly acceptedOn: Day
}

export interface BankChangeFacts {
  readonly sent: BankAccount
  /** What the IBAN alone says of the bank. */
  readonly bank: Bank
  /** The newest first; empty: these are the first details. */
  readonly accepted: readonly AcceptedAccount[]
  readonly company: { readonly names: readonly string[]; readonly countryCode: string | null }
  /** The day the contact who sent it was added; null: it came from the account's own people. */
  readonly senderSince: Day | null
  readonly recentChangeDays: number
  readonly newContactDays: number
  readonly today: Day
}

export const bankSignCodes = [
  'BANK_ACCOUNT_CHANGED',
  'BANK_COUNTRY_DIFFERS',
  'BANK_HOLDER_DIFFERS',
  'BIC_CONTRADICTS',
  'BANK_CHANGED_AGAIN',
  'BANK_SENDER_IS_NEW',
] as const
type BankSign = (typeof bankSignCodes)[number]

/** What a reviewer should know of bank details that replace accepted ones. Nothing for the same account again. */
export function bankSigns(facts: BankChangeFacts): BankSign[] {
  const [former] = facts.accepted
  if (!former || former.iban === facts.sent.iban) return []
  return [
    'BANK_ACCOUNT_CHANGED',
    ...(isAbroad(facts) ? (['BANK_COUNTRY_DIFFERS'] as const) : []),
    ...(isOtherHolder(facts) ? (['BANK_HOLDER_DIFFERS'] as const) : []),
    ...(isOtherBank(facts) ? (['BIC_CONTRADICTS'] as const) : []),
    ...(isChangedAgain(facts) ? (['BANK_CHANGED_AGAIN'] as const) : []),
    ...(isNewSender(facts) ? (['BANK_SENDER_IS_NEW'] as const) : []),
  ]
}

/** The account that a form names; of several the first. Null: it names none. */
export function readBankAccount(formdata: readonly FormEntry[]): BankAccount | null {
  const iban = formdata.find(({ type }) => type === 'iban')?.value
  if (iban === undefined) return null
  const valueOf = (wanted: string) => formdata.find(({ key }) => key === wanted)?.value.trim() || null
  return { iban: plainCode(iban), bic: valueOf('bic'), holder: valueOf('holder') }
}

/** Places whose banks use the code of another country, in IBANs or in BICs. */
const bankingCountries: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map((place) => [place, 'FR']),
  ),
  ...Object.fromEntries(['GG', 'IM', 'JE'].map((place) => [place, 'GB'])),
  AX: 'FI',
}
const bankingCountry = (code: string) => bankingCountries[code] ?? code

function isAbroad({ sent, company }: BankChangeFacts): boolean {
  const { countryCode } = company
  return countryCode !== null && bankingCountry(sent.iban.slice(0, 2)) !== bankingCountry(countryCode)
}

/** A name that screening would take for the company's is the company's. */
function isOtherHolder({ sent: { holder }, company: { names } }: BankChangeFacts): boolean {
  if (holder === null || names.length === 0) return false
  const organisation = (name: string) =>
    ({ kind: 'ORGANISATION', names: [{ text: name, kind: 'PRIMARY' }] }) as const
  return names.every((name) => !score(organisation(name), organisation(holder)).match)
}

/** The country of the BIC, or the bank itself where it is known from the IBAN. */
function isOtherBank({ sent: { iban, bic }, bank }: BankChangeFacts): boolean {
  if (bic === null) return false
  const given = plainCode(bic)
  if (bankingCountry(given.slice(4, 6)) !== bankingCountry(iban.slice(0, 2))) return true
  // Branches and places differ within one bank; its first four letters do not.
  return bank.bic !== null && bank.bic.slice(0, 4) !== given.slice(0, 4)
}

function isChangedAgain({ accepted, recentChangeDays, today }: BankChangeFacts): boolean {
  return accepted.some(({ iban, acceptedOn }, nth) => {
    const before = accepted[nth + 1]
    return before && before.iban !== iban && addDays(acceptedOn, recentChangeDays) >= today
  })
}

function isNewSender({ senderSince, newContactDays, today }: BankChangeFacts): boolean {
  return senderSince !== null && addDays(senderSince, newContactDays) > today
}
