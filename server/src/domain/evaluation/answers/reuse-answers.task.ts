import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { lockDossier } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'
import { reuseAnswers } from './reuse-answers.ts'

/** Gives an accepted answer to the other dossiers that ask for it, each in a transaction of its own. */
export const reuseInOtherDossiers: Handler<'responses.reuse'> = async ({ documentIds }, { db, scope }) => {
  const places = await db.read(scope, (tx) => placesOf(tx, scope, documentIds))
  for (const { dossierId, documentId } of places) {
    await db.write(scope, async (tx) => {
      const { archived } = await lockDossier(tx, scope, dossierId)
      if (archived) return
      await settleDossiers(tx, scope, await reuseAnswers(tx, scope, [documentId]))
    })
  }
}

async function placesOf(tx: ReadTx, scope: Scope, documentIds: readonly number[]) {
  const { rows } = await sql<{ dossierId: number; documentId: number }>`
    select dossier_id as "dossierId", document_id as "documentId" from document
    where account_id = ${scope.accountId} and document_id = any(${[...documentIds]}::bigint[])
      and stopped_at is null
    order by document_id`.execute(tx)
  return rows
}
