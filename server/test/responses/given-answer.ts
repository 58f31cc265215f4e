import { settleDossiers } from '../../src/domain/evaluation/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import type { TestApp } from '../harness/index.ts'

interface GivenAnswer {
  readonly accountId: number
  readonly documentId: number
  readonly state?: string
  readonly effectiveDate?: string
  readonly expirationDate?: string
  readonly scope?: 'DOSSIER' | 'THIRD_PARTY'
  readonly submittedBy?: { readonly type: string; readonly id: number }
  readonly formdata?: readonly object[]
  readonly objectKey?: string
}

/** The number of its decision and the moment of it: an answer in such a state has one. */
export const decidedValues = (state: string, moment: string) =>
  [1, moment]
    .map((value) => `case when ${state} in ('ACCEPTED', 'DENIED', 'EXPIRED') then ${value} end`)
    .join()

/** The decision itself, of an answer that a statement has put there as `given`. */
export const givenDecision = `
  insert into decision (account_id, response_id, number, verdict, origin, decided_by_type, decided_at)
  select account_id, response_id, decision_number, case state when 'DENIED' then 'REJECTION' else 'ACCEPTANCE' end,
    'REVIEW', 'API_CLIENT', decided_at from given where decision_number is not null`

/** An answer put there by hand, with one evidence; statuses follow. */
export async function givenAnswer(t: TestApp, given: GivenAnswer): Promise<number> {
  const { accountId, documentId } = given
  const { rows } = await t.admin.query<{ response_id: string; dossier_id: string }>(
    `with given as (
       insert into response (account_id, document_id, dossier_id, thirdparty_id, state, scope, transmitter,
         effective_date, expiration_date, submitted_at, submitted_by_type, submitted_by, decision_number, decided_at,
         created_at, updated_at)
       select account_id, document_id, dossier_id, thirdparty_id, $3, $4, 'FOURNISSEUR', $5, $6, moment, $7, $8,
         ${decidedValues('$3', 'moment')}, moment, moment
       from document, account_now($1) moment where account_id = $1 and document_id = $2
       returning *),
     decided as (${givenDecision})
     select response_id, dossier_id from given`,
    [
      accountId,
      documentId,
      given.state ?? 'PENDING',
      given.scope ?? 'DOSSIER',
      given.effectiveDate ?? null,
      given.expirationDate ?? null,
      given.submittedBy?.type ?? null,
      given.submittedBy?.id ?? null,
    ],
  )
  const responseId = Number(rows[0]?.response_id)
  const dossierId = Number(rows[0]?.dossier_id)
  const { formdata, objectKey = null } = given
  await t.admin.query(
    `insert into evidence (account_id, response_id, document_id, dossier_id, kind, file_name, file_size, object_key, sha256,
       crc32, file_state, format, issuer, transmitter, formdata, metadata, upload_date)
     values ($1, $2, $3, $4, $5, 'piece.pdf', 0, $6, decode(repeat('ab', 32), 'hex'), 0, 'CLEAN', 'ORIGINALNUMERIQUE',
       'DO', 'FOURNISSEUR', $7, '{"verified": "true"}', account_now($1))`,
    [
      accountId,
      responseId,
      documentId,
      dossierId,
      formdata ? 'FORM' : 'FILE',
      formdata ? objectKey : (objectKey ?? `${accountId}/none`),
      formdata ? JSON.stringify(formdata) : null,
    ],
  )
  const scope = jobScope(accountId, 'test')
  await t.db.write(scope, (tx) => settleDossiers(tx, scope, [dossierId]))
  return responseId
}

/** Moves the clock of a sandbox account so many days on. */
export async function daysLater(t: TestApp, accountId: number, days: number): Promise<void> {
  await t.admin.query(
    'update account set clock_offset_ms = clock_offset_ms + $2::bigint * 86400000 where account_id = $1',
    [accountId, days],
  )
}
