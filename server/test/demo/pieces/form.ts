import type { DocumentType } from '../../../src/domain/evaluation/index.ts'
import type { FormField, GivenAnswer } from '../../../src/domain/forms/index.ts'
import { addDays, formDay } from '../../../src/platform/kernel/index.ts'
import type { DemoCompany } from '../companies.ts'
import { dice } from './dice.ts'
import type { Person } from './persons.ts'

interface FormFacts {
  readonly company: DemoCompany
  readonly person: Person
  /** The day the form speaks of, YYYY-MM-DD. */
  readonly day: string
  /** From 0 to 1: how good the answers are. */
  readonly quality: number
  /** Whether they name another bank account than they would at first. */
  readonly otherAccount?: boolean
}

type Cell = Omit<FormField, 'columns' | 'type'> & { readonly type: string }

/** Answers to all a form asks, as somebody of that company would give them. */
export function fillForm({ fields }: DocumentType, facts: FormFacts): GivenAnswer[] {
  return fields.flatMap((field) => {
    if (field.type !== 'table') return answer(field.key, field, facts)
    return (field.columns ?? []).flatMap((column) => answer(`${field.key}.0.${column.key}`, column, facts))
  })
}

function answer(key: string, cell: Cell, facts: FormFacts): GivenAnswer[] {
  const value = valueOf(cell, facts)
  return value === null ? [] : [{ key, value: value.slice(0, cell.maxLength ?? 1_000) }]
}

function valueOf(cell: Cell, facts: FormFacts): string | null {
  switch (cell.type) {
    case 'boolean':
      return String(
        cell.mustBeTrue === true || !/exposed|anonymous|outside|qualified|critical/i.test(cell.key),
      )
    case 'date':
      return formDay(addDays(facts.day, dayOffset(cell.key)))
    case 'number':
      return formNumberFor(cell)
    case 'iban':
      return iban(facts.company, facts.otherAccount ? '00002' : '00001')
    case 'choice':
      return choiceOf(cell, facts)
    default:
      return formTextFor(cell, facts)
  }
}

function dayOffset(key: string): number {
  if (/end|until/i.test(key)) return 330
  if (/birth/i.test(key)) return -16_000
  if (/surveillance|periodStart/i.test(key)) return -120
  return 0
}

const numbers: Readonly<Record<string, number>> = {
  coverCeiling: 2_500_000,
  share: 60,
  indexYear: 2025,
  reportYear: 2025,
  score: 88,
  criticalFindings: 1,
  criticalOpen: 0,
  majorFindings: 0,
  headcount: 42,
}

function formNumberFor({ key, min = 0, max = 1_000_000 }: Cell): string {
  return String(Math.min(max, Math.max(min, numbers[key] ?? 12)))
}

/** Good answers as often as the quality says; the others are the second best, or the worst. */
function choiceOf({ key, choices = [] }: Cell, { company, quality }: FormFacts): string | null {
  const scored = choices.filter(({ score }) => score !== null)
  const ranked = scored.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  const drawn = dice('choice', company.number, key)
  if (drawn < quality) return ranked[0]?.code ?? null
  return (ranked[drawn < (1 + quality) / 2 ? 1 : ranked.length - 1] ?? ranked[0])?.code ?? null
}

function formTextFor({ key, required, requiredUnless }: Cell, { company, person }: FormFacts): string | null {
  const known: Readonly<Record<string, string | null>> = {
    legalName: company.name,
    holder: company.name,
    company: company.name,
    registrationNumber: company.identifier.value,
    vatNumber: company.vatNumber,
    activity: company.activity,
    activities: company.activity,
    currency: 'EUR',
    street: company.street,
    postalCode: company.postalCode,
    city: company.city,
    site: company.city,
    country: company.countryCode,
    nationality: company.countryCode,
    originCountry: company.countryCode,
    signatory: `${person.firstName} ${person.lastName}`,
    approver: 'Nadia Berthaud',
    name: `${person.firstName} ${person.lastName}`,
    surname: person.lastName,
    firstName: person.firstName,
    role: person.role,
    email: person.email,
    phone: '+33 1 99 00 12 34',
    insurerPhone: '+33 1 99 00 56 78',
    insurer: 'Mutuelle des Rivages (spécimen)',
    certifier: 'Certifica Specimen',
    auditor: 'Specimen Audit',
    tester: 'Specimen Security Lab',
    scope: company.activity,
    policyNumber: `RC-${String(company.number).padStart(6, '0')}`,
    certificateNumber: `SPEC-${String(company.number).padStart(6, '0')}`,
    codeVersion: '2026',
    languages: company.language === 'fr' ? 'Français, anglais' : 'English',
  }
  const fallback = company.language === 'fr' ? 'Voir le document joint' : 'See the attached document'
  return known[key] ?? (required || requiredUnless !== undefined ? fallback : null)
}

/** An account number of the right form whose keys are right: of nobody, at a bank code no bank has. */
function iban({ number }: Pick<DemoCompany, 'number'>, branch: string): string {
  const bank = '99999'
  const account = String(number).padStart(11, '0')
  const national = 97n - ((89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(account)) % 97n)
  const basic = `${bank}${branch}${account}${String(national).padStart(2, '0')}`
  // F, R as numbers, and the place of the key.
  const key = 98n - (BigInt(`${basic}152700`) % 97n)
  return `FR${String(key).padStart(2, '0')}${basic}`
}
