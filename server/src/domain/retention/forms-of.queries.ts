import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { DocumentType } from '../evaluation/index.ts'
import type { FormEntry } from '../forms/index.ts'

export interface Form {
  readonly evidenceId: number
  readonly responseId: number
  readonly documentId: number
  readonly dossierId: number
  readonly thirdpartyId: number
  /** Who filled it in; never null: their kind is asked for. */
  readonly author: 'CONTACT' | 'USER'
  /** Its dossier is under legal hold. */
  readonly held: boolean
  readonly objectKey: string | null
  /** never null: asked for */
  readonly formdata: FormEntry[]
  readonly fields: DocumentType['fields']
}

/** The forms these people filled in, with their dossiers held. */
export async function lockFormsOf(
  tx: Tx,
  scope: Scope,
  people: { readonly contactIds: readonly number[]; readonly userIds: readonly number[] },
): Promise<Form[]> {
  const { accountId } = scope
  const sent = sql`
    from response r join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id
    where r.account_id = ${accountId} and (
      (r.submitted_by_type = 'CONTACT' and r.submitted_by = any(${[...people.contactIds]}::bigint[]))
      or (r.submitted_by_type = 'USER' and r.submitted_by = any(${[...people.userIds]}::bigint[])))`
  await sql`select from dossier where account_id = ${accountId}
    and dossier_id in (select r.dossier_id ${sent}) order by dossier_id for update`.execute(tx)
  const { rows } = await sql<Form>`
    select e.evidence_id as "evidenceId", e.response_id as "responseId", e.document_id as "documentId",
      e.dossier_id as "dossierId", s.thirdparty_id as "thirdpartyId", s.author, s.held,
      e.object_key as "objectKey", e.formdata, v.definition -> 'fields' as fields
    from (select r.response_id, r.thirdparty_id, r.submitted_by_type as author,
      d.legal_hold_since is not null as held ${sent}) s
    join evidence e on e.account_id = ${accountId} and e.response_id = s.response_id
      and e.kind = 'FORM' and e.formdata is not null
    join document c on c.account_id = e.account_id and c.document_id = e.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    order by e.evidence_id for update of e`.execute(tx)
  return rows
}
