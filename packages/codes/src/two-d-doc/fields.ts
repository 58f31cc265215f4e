import { dayOfCount, dayOfDigits } from './dates.ts'

export type FieldKind = 'IBAN' | 'BIC' | 'COMPANY' | 'NAME' | 'DATE' | 'AMOUNT' | 'TEXT'

interface FieldRule {
  readonly name: string
  readonly kind: FieldKind
}

/** What of a document about companies is worth comparing; addresses and private details of people are left out. */
const rules: Readonly<Record<string, FieldRule>> = {
  '10': { name: 'recipient', kind: 'NAME' },
  '14': { name: 'payer', kind: 'NAME' },
  '18': { name: 'invoiceNumber', kind: 'TEXT' },
  '1A': { name: 'contractNumber', kind: 'TEXT' },
  '1C': { name: 'contractFrom', kind: 'DATE' },
  '1D': { name: 'amount', kind: 'AMOUNT' },
  '30': { name: 'holder', kind: 'NAME' },
  '31': { name: 'iban', kind: 'IBAN' },
  '32': { name: 'bic', kind: 'BIC' },
  '36': { name: 'periodFrom', kind: 'DATE' },
  '37': { name: 'periodTo', kind: 'DATE' },
  '4A': { name: 'collectedOn', kind: 'DATE' },
  '4B': { name: 'declaredOn', kind: 'DATE' },
  '4C': { name: 'registeredOn', kind: 'DATE' },
  '4F': { name: 'registrationNumber', kind: 'TEXT' },
  '4U': { name: 'employer', kind: 'NAME' },
  '50': { name: 'employerNumber', kind: 'COMPANY' },
  '5L': { name: 'companyNumber', kind: 'COMPANY' },
  '5M': { name: 'companyName', kind: 'NAME' },
  '90': { name: 'bailiff', kind: 'NAME' },
  '91': { name: 'claimant', kind: 'NAME' },
  '92': { name: 'addressee', kind: 'NAME' },
  '94': { name: 'actTitle', kind: 'TEXT' },
  '95': { name: 'actNumber', kind: 'TEXT' },
  '96': { name: 'signedOn', kind: 'DATE' },
  D3: { name: 'validFrom', kind: 'DATE' },
  D4: { name: 'validUntil', kind: 'DATE' },
  DE: { name: 'senderName', kind: 'NAME' },
  DF: { name: 'senderNumber', kind: 'COMPANY' },
  DG: { name: 'senderNumber', kind: 'COMPANY' },
  DT: { name: 'addresseeName', kind: 'NAME' },
  DU: { name: 'addresseeNumber', kind: 'COMPANY' },
  DV: { name: 'addresseeNumber', kind: 'COMPANY' },
  DZ: { name: 'deliveryNumber', kind: 'TEXT' },
  E7: { name: 'applicantNumber', kind: 'COMPANY' },
}

/** What such a document is, by the two signs of its header; others are left to the reader of the code. */
export const documentKinds: Readonly<Record<string, string>> = {
  '00': 'INVOICE',
  '01': 'INVOICE',
  '02': 'TAX',
  '03': 'BANK_DETAILS',
  '04': 'TAX',
  '05': 'BANK_DETAILS',
  '06': 'PAYSLIP',
  '09': 'INVOICE',
  '10': 'WORK_CONTRACT',
  '11': 'ACCOUNT_STATEMENT',
  '12': 'BAILIFF_ACT',
  '15': 'WORK_PERMIT',
  '18': 'TAX',
  '20': 'TAX',
  '21': 'SOCIAL_AND_TAX',
  C7: 'DELIVERY_NOTE',
  C8: 'DELIVERY_NOTE',
}

export interface Field extends FieldRule {
  /** Days as YYYY-MM-DD, names with blanks between their parts. */
  readonly value: string
  /** It was too long for the code, which holds its beginning only. */
  readonly isCut: boolean
}

/** Null for what is left out, and for a value that is none of its kind. */
export function fieldOf(id: string, written: string, isCut: boolean): Field | null {
  const rule = rules[id]
  const value = rule && readers[rule.kind](written)
  return rule && value ? { ...rule, value, isCut } : null
}

const trimmed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const readers: Record<FieldKind, (text: string) => string | null> = {
  IBAN: (text) => text.replaceAll(' ', ''),
  BIC: (text) => text.replaceAll(' ', ''),
  COMPANY: (text) => text.replaceAll(' ', ''),
  // Title, surname and first name are set apart by strokes.
  NAME: (text) => trimmed(text.replaceAll('/', ' ')),
  DATE: (text) => (text.length === 4 ? dayOfCount(text) : dayOfDigits(text)),
  AMOUNT: (text) => trimmed(text).replace(',', '.'),
  TEXT: trimmed,
}
