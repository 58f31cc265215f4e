import type pg from 'pg'

/** A digest of every row an account has, in whatever table: equal digests, unchanged account. */
export async function contentsOf(admin: pg.Pool, accountId: number): Promise<string> {
  const { rows } = await admin.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'account_id' and not a.attisdropped order by 1`,
  )
  const digests: string[] = []
  for (const { table } of rows) {
    const found = await admin.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
       from ${table} t where account_id = $1`,
      [accountId],
    )
    digests.push(`${table} ${found.rows[0]?.digest}`)
  }
  const people = await admin.query<{ digest: string }>(
    `select md5(string_agg(u::text, '|' order by u::text)) as digest
     from app_user u join membership m using (user_id) where m.account_id = $1`,
    [accountId],
  )
  return [...digests, `people ${people.rows[0]?.digest}`].join('\n')
}
