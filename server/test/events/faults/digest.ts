import type pg from 'pg'

export type Digest = ReadonlyMap<string, string>

/** Indicators are only worked out again, which tells by itself if it changes any. */
const harmless = ['indicators.recompute']

/**
 * A digest of everything an account has, table by table, with the jobs that wait for it: one statement for all. Which
 * transaction wrote each row is enough to see that one was written, removed or added.
 */
export async function digester(admin: pg.Pool): Promise<(accountId: number) => Promise<Digest>> {
  const { rows } = await admin.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'account_id' and not a.attisdropped order by 1`,
  )
  const sum = (row: string) =>
    `count(*) || ' ' || coalesce(sum(hashtext(${row}.xmin::text || ${row}.ctid)), 0)`
  const sums = rows.map(
    ({ table }) => `select '${table}' as place, ${sum('t')} as digest from ${table} t where account_id = $1`,
  )
  const jobs = `select 'jobs', ${sum('j')} from graphile_worker._private_jobs j
    join graphile_worker._private_tasks k on k.id = j.task_id
    where (j.payload ->> 'accountId')::bigint = $1 and k.identifier <> all('{${harmless.join()}}')`
  const text = [...sums, jobs].join(' union all ')
  return async (accountId) => {
    const found = await admin.query<{ place: string; digest: string }>({
      name: 'digest',
      text,
      values: [accountId],
    })
    return new Map(found.rows.map(({ place, digest }) => [place, digest]))
  }
}

/** The tables with other rows than before, the one excepted. */
export function changed(before: Digest, after: Digest, except?: string): string[] {
  return [...after].flatMap(([place, digest]) =>
    before.get(place) === digest || place === except ? [] : [place],
  )
}
