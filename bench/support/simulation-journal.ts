import type pg from 'pg'

const months = 24

/**
 * Companies came over two years, and to each the model's events happened one after the other until today. Of those about
 * documents and indicators only a quarter is copied, so that a million companies stay near 40 GB of disk.
 */
const planned = `
  create unlogged table planned as
  with numbered as (
    select x.*, row_number() over (partition by x.thirdparty_id order by x.seq) as step,
      count(*) over (partition by x.thirdparty_id) as steps
    from event x join event_type t on t.code = x.event_type
    where account_id = $1 and thirdparty_id is not null
      and (t.name !~ '^DOCUMENT|INDICATOR' or hashint8(x.event_id) % 4 = 0))
  select c.account_id, row_number() over (partition by c.account_id order by moment, c.nth, x.seq) as seq,
    x.event_id + c.shift as event_id, x.event_type, x.resource_type, x.resource_id + c.shift as resource_id,
    x.thirdparty_id + c.shift as thirdparty_id, x.dossier_id + c.shift as dossier_id,
    x.document_id + c.shift as document_id, moment as occurred_at, x.actor_type, x.detail_hash, x.seq as model_seq
  from numbered x join copied c on c.model = x.thirdparty_id,
    lateral (select date_trunc('milliseconds', now() - make_interval(secs =>
      86400.0 * (10 + (hashint8(c.own) & 2147483647) % 690) * (1 - (x.step - 1)::float / x.steps))) as moment) at_moment`

/** As journal_append takes digests: each covers its event and the digest before. */
const chain = `
  create function chain_of(account bigint) returns setof event language plpgsql set search_path to vigie as $$
  declare
    p planned;
    link bytea := sha256(convert_to('vigie journal ' || account, 'UTF8'));
  begin
    for p in select * from planned where account_id = account order by seq loop
      link := sha256(convert_to(concat_ws('|', 'v1', account, p.seq, p.event_id, p.event_type, p.resource_type,
        p.resource_id, coalesce(p.thirdparty_id::text, ''), coalesce(p.dossier_id::text, ''),
        coalesce(p.document_id::text, ''), (extract(epoch from p.occurred_at) * 1000)::bigint, p.actor_type, '',
        encode(p.detail_hash, 'hex'), '') || encode(link, 'hex'), 'UTF8'));
      return next (account, p.seq, p.event_id, p.event_type, p.resource_type, p.resource_id, p.thirdparty_id,
        p.dossier_id, p.document_id, p.occurred_at, p.actor_type, null::bigint, p.detail_hash, link)::event;
    end loop;
  end $$`

const heads = `
  insert into journal_head (account_id, seq, hash, occurred_at)
  select distinct on (account_id) account_id, seq, hash, occurred_at from event
  where account_id in (select account_id from copied) order by account_id, seq desc`

async function makeMonths(client: pg.Client): Promise<void> {
  const now = new Date()
  for (let back = months; back >= 0; back -= 1) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
    const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1))
    const name = `event_${from.toISOString().slice(0, 7).replace('-', '_')}`
    const { rows } = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [
      name,
    ])
    if (rows[0]?.known === true) continue
    await client.query(`create table ${name} partition of event
      for values from ('${from.toISOString()}') to ('${to.toISOString()}')`)
    await client.query(`select journal_guard_partition('${name}')`)
  }
}

/** Two years of events for each account, with true chains: whoever verifies them finds nothing broken. */
export async function writeSimulatedJournal(clients: readonly pg.Client[], model: number): Promise<void> {
  const [client] = clients
  if (client === undefined) return
  await makeMonths(client)
  await client.query(planned, [model])
  await client.query('create index on planned (account_id, seq); analyze planned')
  await client.query(chain)
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass`,
  )
  const tables = [...rows.map(({ name }) => name), 'event_detail']
  await client.query(
    `update pg_index set indisready = false, indisvalid = false where indrelid = any ($1::text[]::regclass[])`,
    [tables],
  )
  // The largest accounts first, one in each turn: two of a size end together.
  const halves = clients.map((one, half) =>
    one.query(
      `insert into event select e.* from (select account_id from copied group by account_id, account_nth
         having account_nth % ${clients.length} = ${half} order by account_nth) a, chain_of(a.account_id) e`,
    ),
  )
  await Promise.all(halves)
  await client.query(
    `insert into event_detail select p.account_id, p.seq, d.salt, d.payload
     from planned p join event_detail d on d.account_id = ${model} and d.seq = p.model_seq
     order by p.account_id, p.seq`,
  )
  await client.query('drop function chain_of; drop table planned')
  const left = tables.slice()
  await Promise.all(
    clients.map(async (one) => {
      for (let table = left.shift(); table !== undefined; table = left.shift())
        await one.query(`reindex table ${table}`)
    }),
  )
  await client.query(heads)
}
