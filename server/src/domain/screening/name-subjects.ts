import { createHash } from 'node:crypto'
import type { Identifier, Subject } from '@vigie/matching'
import { countryCode } from '@vigie/watchlists'
import type { FormEntry } from '../forms/index.ts'

export const subjectRoles = ['COMPANY', 'EXECUTIVE', 'OWNER', 'SIGNATORY', 'CONTACT'] as const
export type SubjectRole = (typeof subjectRoles)[number]

/** What is known of a company and the people behind it, as far as it names somebody to screen. */
export interface CompanyFacts {
  readonly thirdpartyId: number
  readonly name: string | null
  readonly tradeName: string | null
  readonly countryCode: string | null
  readonly identifiers: readonly Identifier[]
  readonly executives: readonly ExecutiveFacts[]
  /** Accepted forms that are in force. */
  readonly forms: readonly (readonly FormEntry[])[]
  /** Empty where the account does not screen them. */
  readonly contacts: readonly string[]
}

interface ExecutiveFacts {
  readonly name: string
  readonly role: string
  readonly kind: 'PERSON' | 'COMPANY'
  readonly birthMonth?: string | null
  readonly nationality?: string | null
  readonly identifier?: string | null
}

export interface NamedSubject {
  /** The same person in the same role stays the same subject. */
  readonly key: string
  readonly role: SubjectRole
  readonly subject: Subject
  /** SHA-256 of what matching looks at. */
  readonly fingerprint: Buffer
}

/** The company first, then the people in the order they were told; nobody twice in one role. */
export function nameSubjects(facts: CompanyFacts): NamedSubject[] {
  const all = [
    companySubject(facts),
    ...facts.executives.map(executiveSubject),
    ...facts.forms.flatMap(formSubjects),
    ...facts.contacts.map((name) => personSubject('CONTACT', name, {})),
  ]
  const byKey = new Map<string, NamedSubject>()
  for (const named of all) if (named !== null && !byKey.has(named.key)) byKey.set(named.key, named)
  return [...byKey.values()]
}

function companySubject(facts: CompanyFacts): NamedSubject | null {
  const names = [facts.name, facts.tradeName].filter(isUsable)
  if (names.length === 0 && facts.identifiers.length === 0) return null
  const [first = '', ...others] = [...new Set(names)]
  return withPrint('COMPANY', 'COMPANY', {
    kind: 'ORGANISATION',
    names: [
      ...(first === '' ? [] : [{ text: first, kind: 'PRIMARY' as const }]),
      ...others.map((text) => ({ text, kind: 'ALIAS' as const })),
    ],
    countries: facts.countryCode === null ? [] : [facts.countryCode],
    identifiers: facts.identifiers,
  })
}

function executiveSubject({ name, kind, ...told }: ExecutiveFacts): NamedSubject | null {
  const { birthMonth, nationality, identifier } = told
  if (kind === 'PERSON') return personSubject('EXECUTIVE', name, { birthDate: birthMonth, nationality })
  if (!isUsable(name)) return null
  return withPrint(keyOf('EXECUTIVE', name), 'EXECUTIVE', {
    kind: 'ORGANISATION',
    names: [{ text: name, kind: 'PRIMARY' }],
    identifiers: identifier ? [{ type: 'REGISTRATION', value: identifier }] : [],
  })
}

/** Rows of a table of owners, and whoever signed. */
function formSubjects(form: readonly FormEntry[]): (NamedSubject | null)[] {
  const answers = new Map(form.map(({ key, value }) => [key, value]))
  const rows = new Set([...answers.keys()].flatMap((key) => /^owners\.(\d+)\./.exec(key)?.[1] ?? []))
  const owners = [...rows].map((row) => {
    const cell = (column: string) => answers.get(`owners.${row}.${column}`)
    const name = [cell('firstName'), cell('surname')].filter(Boolean).join(' ')
    return personSubject('OWNER', name, {
      birthDate: isoDay(cell('birthDate')),
      nationality: countryCode(cell('nationality') ?? '') ?? null,
    })
  })
  return [...owners, personSubject('SIGNATORY', answers.get('signatory') ?? '', {})]
}

interface PersonDetails {
  readonly birthDate?: string | null | undefined
  readonly nationality?: string | null | undefined
}

function personSubject(role: SubjectRole, name: string, details: PersonDetails): NamedSubject | null {
  if (!isUsable(name)) return null
  return withPrint(keyOf(role, name), role, {
    kind: 'PERSON',
    names: [{ text: name, kind: 'PRIMARY' }],
    birthDates: details.birthDate ? [details.birthDate] : [],
    countries: details.nationality ? [details.nationality] : [],
  })
}

/** Registers write this where somebody asked not to be published; it is nobody's name. */
const withheld = /^\[?non[- ]diffusible\]?$/i

function isUsable(name: string | null): name is string {
  return name !== null && /\p{L}/u.test(name) && !withheld.test(name.trim())
}

/** What somebody of this name is called in each role that people have. */
export function personKeys(name: string): string[] {
  return subjectRoles.filter((role) => role !== 'COMPANY').map((role) => keyOf(role, name))
}

const longestName = 500

function keyOf(role: SubjectRole, name: string): string {
  const folded = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return `${role}:${words.toSorted().join(' ').slice(0, longestName)}`
}

function withPrint(key: string, role: SubjectRole, subject: Subject): NamedSubject {
  return { key, role, subject, fingerprint: createHash('sha256').update(JSON.stringify(subject)).digest() }
}

/** DD/MM/YYYY, as forms have it. */
function isoDay(day: string | undefined): string | null {
  const found = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(day ?? '')
  return found ? `${found[3]}-${found[2]}-${found[1]}` : null
}
