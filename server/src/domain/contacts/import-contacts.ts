import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { DuplicateRule } from '../imports/index.ts'
import { changeHeldContact } from './change-contacts.ts'
import { enqueueInvitations } from './enqueue-invitations.ts'
import { insertContacts } from './insert-contacts.ts'
import { planContacts, type ContactFault, type ContactPlan } from './plan-contacts.ts'
import type { ContactFile } from './read-contact-file.ts'

export interface ImportContacts extends ContactFile {
  readonly dryRun: boolean
  readonly onDuplicate: DuplicateRule
}

export interface ContactsOutcome {
  readonly rows: number
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly duplicates: number
  readonly invalid: number
  readonly faults: readonly ContactFault[]
}

// The parameters of a statement are numbered, and there are not that many numbers.
const peopleAtOnce = 1_000

/** Adds the people of a file as somebody would by hand, all that are good in one go; in a dry run only looks. */
export async function importContacts(
  tx: Tx,
  scope: Scope,
  { good, faults, bad, dryRun, onDuplicate }: ImportContacts,
): Promise<ContactsOutcome> {
  const plan = await planContacts(tx, scope, { rows: good, rule: onDuplicate, hold: !dryRun })
  if (!dryRun) await carryOut(tx, scope, plan)
  return {
    rows: good.length + bad,
    added: plan.toAdd.length,
    updated: plan.toChange.length,
    unchanged: plan.unchanged,
    duplicates: plan.duplicates,
    invalid: plan.invalid + bad,
    faults: [...faults, ...plan.faults].toSorted((a, b) => a.row - b.row),
  }
}

async function carryOut(tx: Tx, scope: Scope, { toAdd, toChange }: ContactPlan): Promise<void> {
  const { accountId } = scope
  for (let from = 0; from < toAdd.length; from += peopleAtOnce)
    await insertContacts(tx, scope, toAdd.slice(from, from + peopleAtOnce))
  for (const { known, fields } of toChange) await changeHeldContact(tx, scope, known, fields)
  const invited = toAdd.map((one) => one.thirdpartyId)
  await enqueueInvitations(tx, scope, invited)
  const thirdpartyIds = [...new Set([...invited, ...toChange.map(({ known }) => known.thirdpartyId)])]
  if (thirdpartyIds.length === 0) return
  await enqueue(tx, 'screening.run', { accountId, thirdpartyIds, trigger: 'SUBJECT_CHANGED' })
}
