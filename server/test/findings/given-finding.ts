import type pg from 'pg'

interface GivenFinding {
  readonly accountId: number
  readonly thirdpartyId: number
  readonly text: string
}

/** An open finding with an action that the company owes. */
export async function givenFinding(
  admin: pg.Pool,
  { accountId, thirdpartyId, text }: GivenFinding,
): Promise<{ findingId: number; actionId: number }> {
  const { rows } = await admin.query<{ findingId: string; actionId: string }>(
    `with opened as (
       insert into finding (account_id, thirdparty_id, theme, severity, title, description, source, reference, state,
         opened_at, opened_by_type)
       values ($1, $2, 'ETHICS', 'MINOR', $3, $3, 'MANUAL', $3, 'IN_PROGRESS', now(), 'JOB') returning *)
     insert into corrective_action (account_id, finding_id, thirdparty_id, title, due_on, created_at)
     select account_id, finding_id, thirdparty_id, $3, '2099-01-31', now() from opened
     returning finding_id as "findingId", action_id as "actionId"`,
    [accountId, thirdpartyId, text.slice(0, 200)],
  )
  return { findingId: Number(rows[0]?.findingId), actionId: Number(rows[0]?.actionId) }
}
