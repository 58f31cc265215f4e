import { addContact, contactSeen } from '../../../src/domain/contacts/index.ts'
import type { Tx } from '../../../src/platform/db/index.ts'
import type { Scope } from '../../../src/platform/kernel/index.ts'
import type { Act } from '../act.ts'
import { companiesOf, type DemoCompany } from '../companies.ts'
import { staffOf } from '../../../src/demo/people.ts'
import { personOf } from '../pieces/persons.ts'

/** Their contact, as who does something in the portal; known from now on if not before. */
export async function contactScope(tx: Tx, scope: Scope, company: DemoCompany): Promise<Scope> {
  const { accountId } = scope
  const { thirdpartyId } = company
  const known = await tx
    .selectFrom('contact')
    .select('contact_id')
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('email', '=', personOf(company).email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const contactId = known?.contact_id ?? (await addTheirContact(tx, scope, company))
  await contactSeen(tx, scope, contactId)
  const { firstName, lastName } = personOf(company)
  return {
    accountId,
    units: 'ALL',
    actor: { type: 'CONTACT', id: contactId, name: `${firstName} ${lastName}` },
  }
}

async function addTheirContact(tx: Tx, scope: Scope, company: DemoCompany): Promise<number> {
  const { manager } = await staffOf(tx, scope)
  const { thirdpartyId, language } = company
  const { role: _role, ...person } = personOf(company)
  const { contactId } = await addContact(tx, manager.scope, { thirdpartyId, language, ...person })
  return contactId
}

/** Somebody to write to becomes known, and is written to for what their company owes. */
export function introduce(daysAgo: number, number: number): Act {
  return {
    daysAgo,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const [company] = await companiesOf(tx, scope, [number])
        if (company) await addTheirContact(tx, scope, company)
      },
  }
}
