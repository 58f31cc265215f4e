import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { reuseAnswers } from '../answers/reuse-answers.ts'
import { documentTypeVersions } from '../catalogue/document-types.queries.ts'
import { answererOfCheck } from '../status/check-answerers.ts'
import { enqueueCheckAnswers } from '../answers/enqueue-check-answers.ts'
import { recordDocumentStatus } from '../status/status-events.ts'

export interface NewRequirement {
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly code: string
  readonly required: boolean
  readonly alternativeGroup: string | null
  readonly dueDate: string | null
}

interface Written {
  document_id: number
  dossier_id: number
  thirdparty_id: number
  code: string
  type_version: number
  required: boolean
  alternative_group: string | null
  due_date: string | null
  no_source: boolean
}

/**
 * Asks for pieces, many at once. A piece that is asked already is left as it is, without an event; what the third
 * party has given elsewhere and may use again answers at once. The caller settles the dossiers.
 */
export async function addRequiredDocuments(
  tx: Tx,
  scope: Scope,
  requirements: readonly NewRequirement[],
): Promise<Written[]> {
  if (requirements.length === 0) return []
  const types = await documentTypeVersions(
    tx,
    scope,
    requirements.map(({ code }) => code),
  )
  const rows = requirements.map((one) => {
    const type = types.get(one.code)
    // A check that the account has made up: nobody here knows how to answer it.
    const noSource = type?.definition.kind === 'CHECK' && answererOfCheck(one.code) === null
    return { ...one, version: type?.version, noSource }
  })
  const { rows: written } = await sql<Written>`
    insert into document (account_id, dossier_id, thirdparty_id, code, type_version, required,
      alternative_group, due_date, no_source, request_date, status_since, updated_at)
    select ${scope.accountId}, r."dossierId", r."thirdpartyId", r.code, r.version, r.required,
      r."alternativeGroup", r."dueDate", r."noSource", moment, moment, moment
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ("dossierId" bigint,
        "thirdpartyId" bigint, code text, version int, required boolean, "alternativeGroup" text,
        "dueDate" date, "noSource" boolean)) with ordinality
      as r ("dossierId", "thirdpartyId", code, version, required, "alternativeGroup", "dueDate", "noSource", place),
      account_now(${scope.accountId}) moment
    order by r.place
    on conflict (account_id, dossier_id, code) where stopped_at is null do nothing
    returning document_id, dossier_id, thirdparty_id, code, type_version, required, alternative_group,
      due_date, no_source`.execute(tx)
  for (const row of written) {
    const place = {
      thirdpartyId: row.thirdparty_id,
      dossierId: row.dossier_id,
      documentId: row.document_id,
    }
    const data = {
      documentCode: row.code,
      typeVersion: row.type_version,
      required: row.required,
      alternativeGroup: row.alternative_group,
      dueDate: row.due_date,
      ...(row.no_source && { noSource: true }),
    }
    record(tx, scope, { name: 'DOCUMENT_ADDED', ...place, data })
    recordDocumentStatus(tx, scope, place, { before: null, after: 'MISSING' })
  }
  const asked = written.map(({ thirdparty_id: thirdpartyId, code }) => ({ thirdpartyId, code }))
  await enqueueCheckAnswers(tx, scope, asked)
  await reuseAnswers(
    tx,
    scope,
    written.map((row) => row.document_id),
  )
  return written
}
