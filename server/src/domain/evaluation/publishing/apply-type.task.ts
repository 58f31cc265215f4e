import type { Handler } from '../../../platform/jobs/index.ts'
import type { DossierType } from '../catalogue/catalogue.schema.ts'
import { applyType } from './apply-type.ts'

const batchSize = 100

/** Each batch is a transaction of its own; what is of the version already is not looked at again. */
export const applyDossierType: Handler<'catalogue.apply'> = async (
  { dossierTypeCode, typeVersion: version },
  { db, scope, signal },
) => {
  const found = await db.read(scope, (tx) =>
    tx
      .selectFrom('dossier_type_version')
      .select('definition')
      .where('account_id', '=', scope.accountId)
      .where('code', '=', dossierTypeCode)
      .where('type_version', '=', version)
      .executeTakeFirst(),
  )
  if (!found) return
  const definition = found.definition as unknown as DossierType
  for (;;) {
    signal.throwIfAborted()
    const applied = await db.write(scope, (tx) =>
      applyType(tx, scope, { definition, version, limit: batchSize }),
    )
    if (applied.length < batchSize) return
  }
}
