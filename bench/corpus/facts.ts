// What a piece says, and what its sender types of it. All pieces are judged on the same day.
import type { Random } from '../../torture/random.ts'
import { digits, inventCompany, inventIban, inventName, signs, type Company } from './companies.ts'

export const today = '2026-11-18'

/** Bank details are made too, and left out of what is counted as decided: a person always decides them. */
export const kinds = [
  'SOC_VIGILANCE',
  'FISCAL_REG',
  'REG_PROOF',
  'BTP_LEAVE',
  'INS_LIABILITY',
  'INS_DECENNIAL',
  'ISO9001',
  'ISO14001',
  'ISO27001',
  'ISO45001',
  'FOREIGN_REG',
  'FOREIGN_SOC',
  'BANK_DETAILS',
] as const
export type Kind = (typeof kinds)[number]

export interface Facts {
  readonly kind: Kind
  readonly company: Company
  /** An office, an insurer, a certifier or a bank. */
  readonly issuer: string
  readonly issuedOn: string
  /** The day that is certified, such as the end of a month. */
  readonly stateOn: string
  readonly from: string
  readonly until: string
  /** Of the policy, the certificate or the member. */
  readonly number: string
  readonly securityCode: string
  readonly amount: number
  readonly headcount: number
  readonly registeredOn: string
  readonly iban: string
}

export function inventFacts(random: Random, kind: Kind): Facts {
  const { issuedOn, stateOn, from, until } = inventDates(random, kind)
  return {
    kind,
    company: inventCompany(random),
    issuer: inventIssuer(random, kind),
    issuedOn,
    stateOn,
    from,
    until,
    number: `${random.pick(['RC', 'PJ', 'C', 'FR', 'Q'])}${random.pick(['-', '', ' '])}${digits(random, 3)}${random.pick(['.', '-', '/', ''])}${digits(random, 4)}`,
    securityCode: kind === 'REG_PROOF' ? signs(random, 10) : signs(random, 15),
    amount: (1 + random.below(60)) * 50_000,
    headcount: 1 + random.below(180),
    registeredOn: addDays('1995-01-02', random.below(10_000)),
    iban: inventIban(random),
  }
}

interface Dates {
  readonly issuedOn: string
  readonly stateOn: string
  readonly from: string
  readonly until: string
}

/** Of a piece that holds today. */
function inventDates(random: Random, kind: Kind): Dates {
  const monthsBack = { BTP_LEAVE: 9, FISCAL_REG: 9, SOC_VIGILANCE: 4 } as const
  if (kind in monthsBack) {
    const stateOn = endOfMonth(1 + random.below(monthsBack[kind as keyof typeof monthsBack]))
    const issuedOn = addDays(stateOn, 1 + random.below(17))
    return { issuedOn, stateOn, from: stateOn, until: addDays(stateOn, 180) }
  }
  if (kind.startsWith('INS_')) {
    const from = `${random.below(4) === 0 ? `2026-${String(2 + random.below(9)).padStart(2, '0')}` : '2026-01'}-01`
    const issuedOn = addDays(from, random.below(25) - 20)
    return {
      issuedOn,
      stateOn: issuedOn,
      from,
      until: addDays(`${Number(from.slice(0, 4)) + 1}${from.slice(4)}`, -1),
    }
  }
  if (kind.startsWith('ISO')) {
    const issuedOn = addDays('2024-02-01', random.below(900))
    const until = addDays(`${Number(issuedOn.slice(0, 4)) + 3}${issuedOn.slice(4)}`, -1)
    return { issuedOn, stateOn: issuedOn, from: issuedOn, until }
  }
  const issuedOn = addDays(today, -2 - random.below(70))
  return { issuedOn, stateOn: issuedOn, from: issuedOn, until: addDays(issuedOn, 150) }
}

function inventIssuer(random: Random, kind: Kind): string {
  const name = inventName(random)
  if (kind.startsWith('INS_')) return `${random.pick(['Mutuelle', 'Assurances', 'Compagnie'])} ${name}`
  if (kind.startsWith('ISO')) return `${name} ${random.pick(['Certification', 'Assurance Qualité', 'Cert'])}`
  if (kind === 'BANK_DETAILS') return `Banque ${name}`
  return name
}

/** The same piece as it was a while ago, when it had not yet run out: what a forger freshens up. */
export function outdated(facts: Facts): Facts {
  const back = (day: string) => `${Number(day.slice(0, 4)) - 4}${day.slice(4).replace('02-29', '02-28')}`
  const { issuedOn, stateOn, from, until } = facts
  return { ...facts, issuedOn: back(issuedOn), stateOn: back(stateOn), from: back(from), until: back(until) }
}

export interface Declared {
  readonly effectiveDate: string
  /** By the keys of the document type's form. */
  readonly form: Readonly<Record<string, string>>
}

/** What an honest sender types: what the piece says. */
export function declare({ kind, company, issuer, issuedOn, stateOn, from, until, ...rest }: Facts): Declared {
  const { number, amount, iban } = rest
  if (kind.startsWith('INS_')) {
    const form = { policyNumber: number, insurer: issuer, coverCeiling: String(amount) }
    return { effectiveDate: from, form: { ...form, policyStart: from, policyEnd: until } }
  }
  if (kind.startsWith('ISO')) {
    const form = { certificateNumber: number, certifier: issuer, issuedOn, validUntil: until }
    return { effectiveDate: issuedOn, form: { ...form, scope: 'Production' } }
  }
  if (kind === 'BANK_DETAILS') {
    return { effectiveDate: issuedOn, form: { iban, holder: company.name, documentDate: issuedOn } }
  }
  const dates = { SOC_VIGILANCE: stateOn, BTP_LEAVE: stateOn, FOREIGN_SOC: from } as const
  return { effectiveDate: kind in dates ? dates[kind as keyof typeof dates] : issuedOn, form: {} }
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** The last day of a month before today's. */
function endOfMonth(monthsBack: number): string {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - monthsBack, 0)).toISOString().slice(0, 10)
}
