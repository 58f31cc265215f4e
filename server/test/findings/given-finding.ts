import type pg from 'pg'

interface GivenFinding {
  readonly accountId: number
  readonly thirdpartyId: number
  readonly text: string
}

type Ids = Record<'findingId' | 'actionId' | 'evidenceId', number>

/** An open finding with an action that the company owes, and a file for it that nobody has looked into. */
export async function givenFinding(
  admin: pg.Pool,
  { accountId, thirdpartyId, text }: GivenFinding,
): Promise<Ids> {
  const { rows } = await admin.query<Record<keyof Ids, string>>(
    `with opened as (
       insert into finding (account_id, thirdparty_id, theme, severity, title, description, source, reference, state,
         opened_at, opened_by_type)
       values ($1, $2, 'ETHICS', 'MINOR', $3, $3, 'MANUAL', $3, 'IN_PROGRESS', now(), 'JOB') returning *),
     asked as (
       insert into corrective_action (account_id, finding_id, thirdparty_id, title, due_on, created_at)
       select account_id, finding_id, thirdparty_id, $3, '2099-01-31', now() from opened returning *)
     insert into corrective_evidence (account_id, action_id, thirdparty_id, round, file_name, file_size, object_key,
       sha256, file_state, sent_at, sent_by_type)
     select account_id, action_id, thirdparty_id, 1, 'proof.pdf', 1, account_id || '/' || gen_random_uuid(),
       sha256('proof'), 'PENDING', now(), 'JOB' from asked
     returning (select finding_id from asked) as "findingId", action_id as "actionId", evidence_id as "evidenceId"`,
    [accountId, thirdpartyId, text.slice(0, 200)],
  )
  const [row] = rows
  if (!row) throw new Error('No finding was made.')
  const { findingId, actionId, evidenceId } = row
  return { findingId: Number(findingId), actionId: Number(actionId), evidenceId: Number(evidenceId) }
}
