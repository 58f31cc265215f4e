import pg from 'pg'
import { eventTypes } from '../../server/src/platform/journal/index.ts'

/** Accounts of skewed size: the nth has 1/nth of what the first has. */
const accounts = 20
const months = 24
const idsPerAccount = 10_000_000

export interface JournalSize {
  events: number
  thirdparties: number
  documents: number
}

/** As in a portfolio of 200,000 third parties and 3 million documents at 30 million events. */
export function sizeOf(events: number): JournalSize {
  return { events, thirdparties: Math.round(events / 150), documents: Math.round(events / 10) }
}

export interface BigJournal {
  /** The largest account. */
  accountId: number
  firstThirdpartyId: number
  thirdparties: number
  /** Of the two years that have events; the second is exclusive. */
  start: Date
  end: Date
}

/**
 * Two years of events, written past the chain: its digests do not matter to a search, the rows do. `largest` may
 * be an account that is there already.
 */
export async function writeJournal(
  adminUrl: string,
  size: JournalSize,
  largest: number | null,
): Promise<BigJournal> {
  const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into account (name) select 'Bench ' || n from generate_series(1, $1) n returning account_id as id`,
      [accounts],
    )
    const ids = rows.map(({ id }) => Number(id))
    if (largest !== null) ids[0] = largest
    for (const [nth, id] of ids.entries()) await writeThirdParties(client, id, part(size.thirdparties, nth))
    const end = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth()))
    const monthStart = (nth: number) =>
      new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - months + nth))
    await writeEvents(client, { ids, size, monthStart })
    const [accountId = 0] = ids
    const thirdparties = part(size.thirdparties, 0)
    return {
      accountId,
      firstThirdpartyId: accountId * idsPerAccount + 1,
      thirdparties,
      start: monthStart(0),
      end,
    }
  } finally {
    await client.end()
  }
}

const whole = Array.from({ length: accounts }, (_, nth) => 1 / (nth + 1)).reduce((sum, share) => sum + share)
const part = (total: number, nth: number) => Math.ceil(total / (nth + 1) / whole)

async function writeThirdParties(client: pg.Client, accountId: number, count: number): Promise<void> {
  // Totals are kept by a trigger that runs behind the account's wall.
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
  await client.query(
    `insert into thirdparty (account_id, thirdparty_id, code, identifier_code, identifier_value, source,
       identity_status, name, trade_name, duns, country_code, legal_form, head_office, naf_code, main_activity,
       activity_scheme, headcount, creation_date, status, created_at, updated_at, wire)
     select $1, $1 * ${idsPerAccount}::bigint + n, 'B-' || n, 'CIT003', lpad((100000000 + n)::text, 9, '0'), 'UNMANAGED',
       'COMPLETE', 'Bench Industries ' || n, 'Bench', lpad((100000000 + n)::text, 9, '0'),
       (array['FR', 'DE', 'IT', 'ES', 'BE'])[1 + n % 5],
       '{"code": "5710", "label": "Simplified joint-stock company"}',
       '{"street": "1 rue de la Paix", "postalCode": "75002", "city": "Paris", "countryCode": "FR"}', '62.01Z',
       'Computer programming', 'NAF', '{"min": 10, "max": 19}', '2009-03-02',
       case when n % 1000 = 0 then 'STRUCK_OFF' else 'ACTIVE' end, now(), now(), ''
     from generate_series(1, $2::int) n`,
    [accountId, count],
  )
  // What adding them one by one writes beside each.
  await client.query(
    `insert into thirdparty_summary (account_id, thirdparty_id)
     select account_id, thirdparty_id from thirdparty where account_id = $1 on conflict do nothing`,
    [accountId],
  )
}

interface Plan {
  ids: readonly number[]
  size: JournalSize
  monthStart: (nth: number) => Date
}

/** Month by month into tables without indexes, which are made at the end: that is many times quicker. */
async function writeEvents(client: pg.Client, { ids, size, monthStart }: Plan): Promise<void> {
  await client.query(
    `drop index event_by_type, event_by_resource; alter table event drop constraint event_pkey`,
  )
  let reached = 0
  const borders = ids.map((_, nth) => (reached += 1 / (nth + 1) / whole))
  for (let month = 0; month < months; month += 1) {
    const [from, to] = [monthStart(month), monthStart(month + 1)]
    const name = `event_${from.toISOString().slice(0, 7).replace('-', '_')}`
    // Made in the transaction that fills it, so that nothing of it need be logged.
    await client.query('begin')
    await client.query(`create table ${name} partition of event
      for values from ('${from.toISOString()}') to ('${to.toISOString()}')`)
    await client.query(`select journal_guard_partition('${name}')`)
    await client.query(insertMonth(name), [
      ids,
      borders,
      Math.floor((size.events / months) * month),
      Math.floor((size.events / months) * (month + 1)),
      from,
      to,
      size.thirdparties / whole,
      size.documents / whole,
      kindsOf(1),
      kindsOf(2),
      kindsOf(3),
    ])
    await client.query('commit')
  }
  await client.query(`set maintenance_work_mem = '256MB'`)
  await client.query(`alter table event add primary key (account_id, seq, occurred_at)`)
  await client.query(`create index event_by_type on event
    (account_id, resource_type, event_type, occurred_at, resource_id)`)
  await client.query(`create index event_by_resource on event
    (account_id, resource_type, resource_id, occurred_at, event_type)`)
  await client.query('vacuum (analyze) event')
  await client.query('vacuum (analyze) thirdparty')
}

const kindsOf = (resource: number) =>
  eventTypes.filter(({ code }) => Math.floor(code / 100) === resource).length

/** A tenth happens to third parties, a fifth to dossiers, the rest to documents; a few names are common. */
const insertMonth = (name: string) => `
  insert into ${name} (account_id, seq, event_id, event_type, resource_type, resource_id, occurred_at, actor_type,
    detail_hash, hash)
  select account, n, n, kind * 100 + floor(power(b, 3) * kinds)::int, kind,
    account * ${idsPerAccount}::bigint + 1 + floor(power(c, 1.3) * greatest(held / nth, 1))::bigint,
    date_trunc('milliseconds', $5::timestamptz + ($6::timestamptz - $5) * ((n - $3 - 1) / ($4 - $3)::float)),
    'JOB', digest, digest
  from (
    select n, b, c, nth, ($1::bigint[])[nth] as account, kind,
      case kind when 1 then $9::int when 2 then $10 else $11 end as kinds,
      case kind when 1 then $7::float when 2 then $7 * 2 else $8 end as held
    from (
      select n, random() as b, random() as c, 1 + width_bucket(random(), $2::float[]) as nth,
        (array[1, 2, 2, 3, 3, 3, 3, 3, 3, 3])[1 + floor(random() * 10)::int] as kind
      from generate_series($3::bigint + 1, $4::bigint) n offset 0) drawn) placed,
    (select sha256('') as digest offset 0) filler`
