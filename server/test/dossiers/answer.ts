import { settleDossiers } from '../../src/domain/evaluation/index.ts'
import type { Scope } from '../../src/platform/kernel/index.ts'
import type { TestApp } from '../harness/index.ts'
import { decidedValues, givenDecision } from '../responses/given-answer.ts'
import type { Desk } from './desk.ts'

interface Answer {
  readonly dossierId: number
  readonly documentId: number
  readonly state?: 'DRAFT' | 'PENDING' | 'ACCEPTED' | 'DENIED' | 'SUPERSEDED' | 'INTERRUPTED'
  readonly expirationDate?: string | null
  readonly formdata?: object[] | null
}

/** An answer as the database keeps it, for tests of what is shown of answers; then everything is settled. */
export async function storedAnswer(t: TestApp, d: Desk, answer: Answer): Promise<number> {
  const { dossierId, documentId, state = 'PENDING', expirationDate = null, formdata = null } = answer
  const { rows } = await t.admin.query<{ id: number }>(
    `with given as (
       insert into response (account_id, document_id, dossier_id, thirdparty_id, state, transmitter,
         effective_date, expiration_date, decision_number, decided_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'FOURNISSEUR', '2026-01-31', $6, ${decidedValues('$5', 'now()')}, now(), now())
       returning *),
     decided as (${givenDecision})
     select response_id::int as id from given`,
    [d.accountId, documentId, dossierId, d.thirdpartyId, state, expirationDate],
  )
  const responseId = rows[0]?.id ?? 0
  await t.admin.query(
    `insert into evidence (account_id, response_id, document_id, dossier_id, kind, file_uuid, file_name, file_size,
       object_key, sha256, file_state, format, issuer, transmitter, formdata, metadata, upload_date)
     values ($1, $2, $3, $4, $5, gen_random_uuid(), 'kbis.pdf', 1234, 'k', sha256('x'), 'CLEAN',
       'ORIGINALNUMERIQUE', 'DO', 'FOURNISSEUR', $6, '{"verified": "true"}', now())`,
    [
      d.accountId,
      responseId,
      documentId,
      dossierId,
      formdata ? 'FORM' : 'FILE',
      formdata && JSON.stringify(formdata),
    ],
  )
  const scope: Scope = {
    accountId: d.accountId,
    units: 'ALL',
    actor: { type: 'JOB', id: null, name: 'test' },
  }
  await t.db.write(scope, (tx) => settleDossiers(tx, scope, [dossierId]))
  return responseId
}
