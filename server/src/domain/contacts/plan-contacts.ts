import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type ProblemCode, type ProblemParams, type Scope } from '../../platform/kernel/index.ts'
import type { DuplicateRule, RowFault } from '../imports/index.ts'
import { findCompanies } from '../thirdparties/index.ts'
import { refuseTooMany } from './change-contacts.ts'
import type { ContactRow } from './check-contact-row.ts'
import { contactOf, presentContacts, type Contact } from './contacts.queries.ts'
import type { NewContact } from './insert-contacts.ts'

export type ContactFault = RowFault & { readonly row: number }

/** What becomes of the rows of a file. */
export interface ContactPlan {
  readonly toAdd: NewContact[]
  readonly toChange: { readonly known: Contact; readonly fields: ContactRow['fields'] }[]
  unchanged: number
  duplicates: number
  invalid: number
  readonly faults: ContactFault[]
}

interface Planning {
  readonly rows: readonly ContactRow[]
  readonly rule: DuplicateRule
  /** Whether the companies and their people are held for the rest of the transaction. */
  readonly hold: boolean
}

/** Compares rows with the portfolio and with one another, by the rules for adding one by hand. */
export async function planContacts(
  tx: ReadTx,
  scope: Scope,
  { rows, rule, hold }: Planning,
): Promise<ContactPlan> {
  const plan: ContactPlan = { toAdd: [], toChange: [], unchanged: 0, duplicates: 0, invalid: 0, faults: [] }
  const find = await findCompanies(
    tx,
    scope,
    rows.flatMap(({ companies }) => companies.map(({ key }) => key)),
  )
  const meant: { row: ContactRow; thirdpartyId: number }[] = []
  for (const row of rows) {
    const found = companyOf(row, find)
    if (typeof found === 'number') meant.push({ row, thirdpartyId: found })
    else refuseRow(plan, found)
  }
  const ids = [...new Set(meant.map(({ thirdpartyId }) => thirdpartyId))]
  const companies = await readCompanies(tx, scope, ids, hold)
  for (const { row, thirdpartyId } of meant) {
    const company = companies.get(thirdpartyId)
    if (company) planRow(plan, rule, row, company)
    else refuseRow(plan, notFound(row))
  }
  return plan
}

function refuseRow(plan: ContactPlan, fault: ContactFault): void {
  plan.invalid += 1
  plan.faults.push(fault)
}

/** The company that a row means. Names that are found must mean the same one; at least one must be found. */
function companyOf(row: ContactRow, find: Awaited<ReturnType<typeof findCompanies>>): number | ContactFault {
  const found = row.companies.map(({ column, key }) => ({ column, ids: find(key) }))
  const several = found.find(({ ids }) => ids.length > 1)
  if (several) {
    const { column, ids } = several
    return faultOf(row, column, 'CODE_AMBIGUOUS', { thirdpartyIds: ids.slice(0, 10).join(', ') })
  }
  const [first, ...others] = [...new Set(found.flatMap(({ ids }) => ids))]
  if (first === undefined) return notFound(row)
  return others.length === 0 ? first : faultOf(row, null, 'CONTACT_COMPANIES_DIFFER')
}

const notFound = (row: ContactRow) =>
  faultOf(row, row.companies[0]?.column ?? null, 'CONTACT_COMPANY_NOT_FOUND')

function faultOf(
  { row }: ContactRow,
  column: string | null,
  code: ProblemCode,
  params: ProblemParams = {},
): ContactFault {
  return { row, column, code, params }
}

interface Company {
  readonly thirdpartyId: number
  readonly archived: boolean
  readonly people: Map<string, Contact>
  /** Rows before this one, by their address. */
  readonly planned: Map<string, number>
  added: number
}

/** With their people. Held in the order in which everybody locks them. */
async function readCompanies(
  tx: ReadTx,
  scope: Scope,
  ids: readonly number[],
  hold: boolean,
): Promise<Map<number, Company>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; archived: boolean }>`
    select thirdparty_id as id, archived_at is not null as archived from thirdparty
    where account_id = ${scope.accountId} and thirdparty_id = any(${[...ids]}::bigint[])
    order by thirdparty_id ${hold ? sql`for no key update` : sql``}`.execute(tx)
  const people = presentContacts(tx, scope).where((contact) =>
    contact('thirdparty_id', '=', contact.fn.any(contact.val([...ids]))),
  )
  const present = await (hold ? people.orderBy('contact_id').forNoKeyUpdate() : people).execute()
  const companies = new Map(
    rows.map(({ id, archived }) => {
      const company: Company = { thirdpartyId: id, archived, people: new Map(), planned: new Map(), added: 0 }
      return [id, company]
    }),
  )
  for (const one of present.map(contactOf)) companies.get(one.thirdpartyId)?.people.set(one.email, one)
  return companies
}

function planRow(plan: ContactPlan, rule: DuplicateRule, row: ContactRow, company: Company): void {
  const { thirdpartyId, people, planned } = company
  const { email, emailColumn, fields } = row
  if (company.archived) return refuseRow(plan, faultOf(row, null, 'THIRD_PARTY_ARCHIVED', { thirdpartyId }))
  const earlier = planned.get(email)
  planned.set(email, earlier ?? row.row)
  const known = people.get(email)
  if (earlier !== undefined) {
    const fault = faultOf(row, emailColumn, 'CONTACT_ROW_REPEATED', { row: earlier })
    if (rule === 'update') return refuseRow(plan, fault)
    return passOver(plan, rule, fault)
  }
  if (!known) return planNew(plan, row, company)
  if (rule !== 'update') return passOver(plan, rule, faultOf(row, emailColumn, 'CONTACT_DUPLICATE'))
  if (differs(known, fields)) plan.toChange.push({ known, fields })
  else plan.unchanged += 1
}

function passOver(plan: ContactPlan, rule: DuplicateRule, fault: ContactFault): void {
  plan.duplicates += 1
  if (rule === 'error') plan.faults.push(fault)
}

function planNew(plan: ContactPlan, row: ContactRow, company: Company): void {
  try {
    refuseTooMany(company.people.size + company.added)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refuseRow(plan, faultOf(row, null, error.code, error.params))
  }
  company.added += 1
  plan.toAdd.push({ thirdpartyId: company.thirdpartyId, email: row.email, ...row.fields })
}

function differs(known: Contact, fields: ContactRow['fields']): boolean {
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return names.some((name) => JSON.stringify(fields[name]) !== JSON.stringify(known[name]))
}
