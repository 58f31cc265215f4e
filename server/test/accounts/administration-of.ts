import type { TestDatabase } from '../harness/database.ts'

interface Entry {
  readonly name: string
  readonly actorType: string
  readonly subjectId: number | null
  readonly [word: string]: unknown
}

/** What the administration journal of an account tells, the oldest first; what is sealed for people stays closed. */
export async function administrationOf(
  { admin }: Pick<TestDatabase, 'admin'>,
  accountId: number,
): Promise<Entry[]> {
  const { rows } = await admin.query<Entry & { payload: Buffer }>(
    `select name, actor_type as "actorType", subject_id::int as "subjectId", payload
     from administration_event where account_id = $1 order by seq`,
    [accountId],
  )
  return rows.map(({ payload, ...entry }) => ({
    ...entry,
    ...(JSON.parse(payload.toString('utf8')) as object),
  }))
}
