import type pg from 'pg'

/** An open hit on a list of sanctions, as a run would have left it. */
export async function givenHit(
  admin: pg.Pool,
  { accountId, thirdpartyId, name }: { accountId: number; thirdpartyId: number; name: string },
): Promise<number> {
  const { rows } = await admin.query<{ id: string }>(
    `with subject as (
       insert into screening_subject (account_id, thirdparty_id, subject_key, role, subject, fingerprint, created_at,
         updated_at)
       values ($1, $2, gen_random_uuid()::text, 'OWNER',
         jsonb_build_object('kind', 'PERSON', 'names', jsonb_build_array(jsonb_build_object('text', $3::text, 'kind', 'PRIMARY'))),
         sha256('subject'), now(), now())
       returning *),
     run as (
       insert into screening_run (account_id, thirdparty_id, trigger, lists, missing, threshold, engine_version,
         subjects, matches, opened, ran_at)
       values ($1, $2, 'REQUESTED', '[]', '[]', 0.75, '1', 1, 1, 1, now()) returning *)
     insert into screening_hit (account_id, thirdparty_id, subject_id, hit_class, source, list_id, entry_key, role,
       subject, fingerprint, entry, matching_digest, score, match, state, why, run_id, opened_at, updated_at)
     select $1, $2, s.subject_id, 'SANCTIONS', 'UN', 1, 'X.1', s.role, s.subject, s.fingerprint,
       s.subject || jsonb_build_object('id', 'X.1'), sha256('entry'), 0.9, '{"reasons": []}', 'OPEN', 'ENTRY_ADDED',
       r.run_id, now(), now()
     from subject s, run r returning hit_id as id`,
    [accountId, thirdpartyId, name],
  )
  return Number(rows[0]?.id)
}
