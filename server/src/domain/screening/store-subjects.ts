import type { Subject } from '@vigie/matching'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { AccountScope } from '../../platform/kernel/index.ts'
import type { NamedSubject, SubjectRole } from './name-subjects.ts'

export interface StoredSubject {
  readonly subjectId: number
  readonly thirdpartyId: number
  readonly role: SubjectRole
  readonly subject: Subject
  /** In hex. */
  readonly fingerprint: string
  readonly isNew: boolean
}

/** The subjects of a company as they are named now; who is named no more is kept, marked as such. */
export async function storeSubjects(
  tx: Tx,
  { accountId }: AccountScope,
  thirdpartyId: number,
  named: readonly NamedSubject[],
): Promise<StoredSubject[]> {
  const given = named.map(({ key, role, subject, fingerprint }) => ({
    key,
    role,
    subject,
    fingerprint: fingerprint.toString('hex'),
  }))
  const { rows } = await sql<StoredSubject>`
    insert into screening_subject as s (account_id, thirdparty_id, subject_key, role, subject, fingerprint, created_at,
      updated_at)
    select ${accountId}, ${thirdpartyId}, r.key, r.role, r.subject, decode(r.fingerprint, 'hex'), moment, moment
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (key text, role text, subject jsonb, fingerprint text),
      account_now(${accountId}) moment
    on conflict (account_id, thirdparty_id, subject_key) do update
      set subject = excluded.subject, fingerprint = excluded.fingerprint, ended_at = null,
        updated_at = case when s.fingerprint = excluded.fingerprint and s.ended_at is null then s.updated_at
          else excluded.updated_at end
    returning s.subject_id as "subjectId", s.thirdparty_id as "thirdpartyId", s.role, s.subject,
      encode(s.fingerprint, 'hex') as fingerprint, s.xmax = 0 as "isNew"`.execute(tx)
  await sql`
    update screening_subject s set ended_at = account_now(${accountId})
    where s.account_id = ${accountId} and s.thirdparty_id = ${thirdpartyId} and s.ended_at is null
      and s.subject_id <> all(${rows.map(({ subjectId }) => subjectId)}::bigint[])`.execute(tx)
  return rows
}
