import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'

/**
 * Who changes the types of an account does so alone: a document type cannot go while a dossier type that asks
 * for it is being published. Such changes are rare; opening dossiers waits for nobody here.
 */
export async function lockCatalogue(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalogue', ${scope.accountId}))`.execute(tx)
}
