import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { themesLacking, whatIsMissing, type MissingDocument } from '../evaluation/index.ts'
import { dueContacts, lockAddressees, type Addressee } from './addressees.queries.ts'
import { requestedItems, type RequestedItems } from './requested-items.ts'

/** Looked at together. */
const walkSize = 1_000
/** Written to in one transaction: enough to be quick, few enough that nobody waits long for the journal. */
const batchSize = 100

/** A locked contact, with the documents their company still owes. */
export interface AddresseeWithItems extends Addressee {
  readonly asked: RequestedItems
}

interface Work {
  readonly condition: RawBuilder<unknown>
  readonly signal: AbortSignal | undefined
  /** False when the account may write no more for now. */
  readonly write: (tx: Tx, awaited: readonly AddresseeWithItems[]) => Promise<boolean>
}

/**
 * Goes through the contacts that are due and have open requests. Mails and counts are written in one transaction,
 * under the lock of the contact: of two schedulers at once, the second finds nothing left to do, and a process that
 * dies before its commit leaves nothing behind.
 */
export async function inBatches(db: Db, scope: Scope, { condition, signal, write }: Work): Promise<void> {
  for (let after = 0; ;) {
    const batch = await nextBatch(db, scope, condition, after)
    for (let from = 0; from < batch.due.length; from += batchSize) {
      signal?.throwIfAborted()
      const ids = batch.due.slice(from, from + batchSize)
      const goOn = await db.write(scope, async (tx) => {
        const locked = await lockAddressees(tx, scope, ids, condition)
        return write(
          tx,
          (await addRequestedItems(tx, scope, locked)).filter(({ asked }) => asked.count > 0),
        )
      })
      if (!goOn) return
    }
    if (batch.last === null) return
    after = batch.last
  }
}

async function nextBatch(db: Db, scope: Scope, condition: RawBuilder<unknown>, after: number) {
  return db.read(scope, async (tx) => {
    const found = await dueContacts(tx, scope, condition, { after, limit: walkSize })
    if (found.length === 0) return { due: [], last: null }
    const thirdpartyIds = [...new Set(found.map(({ thirdpartyId }) => thirdpartyId))]
    const lacking = await themesLacking(tx, scope, thirdpartyIds)
    const due = found.filter(({ thirdpartyId, themes }) => {
      const lacks = lacking.get(thirdpartyId)
      return lacks && (themes.length === 0 || themes.some((theme) => lacks.has(theme)))
    })
    const last = found.length < walkSize ? null : (found.at(-1)?.contactId ?? null)
    return { due: due.map(({ contactId }) => contactId), last }
  })
}

export async function addRequestedItems(
  tx: Tx,
  scope: Scope,
  addressees: readonly Addressee[],
): Promise<AddresseeWithItems[]> {
  const thirdpartyIds = [...new Set(addressees.map(({ thirdpartyId }) => thirdpartyId))]
  const missing = await whatIsMissing(tx, scope, { thirdpartyIds })
  const ofCompany = new Map<number, MissingDocument[]>(thirdpartyIds.map((id) => [id, []]))
  for (const document of missing) ofCompany.get(document.thirdpartyId)?.push(document)
  return addressees.map((to) => ({ ...to, asked: requestedItems(to, ofCompany.get(to.thirdpartyId) ?? []) }))
}
