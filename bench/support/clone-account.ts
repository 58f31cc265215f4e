import type pg from 'pg'

/** Of one account: which third parties stand for which of the model, and how far ids are moved for each copy. */
const prepare = `
  create temp table copied as
  with own as (
    select thirdparty_id, row_number() over (order by thirdparty_id) - 1 as n from thirdparty where account_id = $2),
  model as (
    select thirdparty_id, row_number() over (order by thirdparty_id) - 1 as n, count(*) over () as size
    from thirdparty where account_id = $1)
  select m.thirdparty_id as model, own.thirdparty_id as own, $3::bigint + (own.n / m.size) * $4::bigint as shift
  from own join model m on m.n = own.n % (select count(*) from thirdparty where account_id = $1)`

type Columns = Readonly<Record<string, string>>

// Every column that names a row of the copy; all others are taken over as they are.
const tables: Readonly<Record<string, Columns>> = {
  dossier: {
    dossier_id: 'x.dossier_id + c.shift',
    renews: 'x.renews + c.shift',
    rule_id: `(select r.rule_id from rule r join rule m on m.name = r.name
      where m.account_id = x.account_id and m.rule_id = x.rule_id and r.account_id = $2)`,
  },
  document: { document_id: 'x.document_id + c.shift', dossier_id: 'x.dossier_id + c.shift' },
  response: {
    response_id: 'x.response_id + c.shift',
    document_id: 'x.document_id + c.shift',
    dossier_id: 'x.dossier_id + c.shift',
    reused_from: 'x.reused_from + c.shift',
  },
  indicator: { indicator_id: 'x.indicator_id + c.shift', dossier_id: 'x.dossier_id + c.shift' },
  contact: {
    contact_id: 'x.contact_id + c.shift',
    email: `'desk-' || c.own || '@supplier.example'`,
  },
  comment: {
    comment_id: 'x.comment_id + c.shift',
    dossier_id: 'x.dossier_id + c.shift',
    document_id: 'x.document_id + c.shift',
  },
  thirdparty_summary: {},
}

// Through what they hang on a third party.
const hanging: Readonly<Record<string, Columns & { by: string }>> = {
  evidence: {
    by: 'response y on y.account_id = x.account_id and y.response_id = x.response_id',
    evidence_id: 'x.evidence_id + c.shift',
    response_id: 'x.response_id + c.shift',
    document_id: 'x.document_id + c.shift',
    dossier_id: 'x.dossier_id + c.shift',
  },
  mail: {
    by: 'contact y on y.account_id = x.account_id and y.contact_id = x.contact_id',
    mail_id: 'x.mail_id + c.shift',
    contact_id: 'x.contact_id + c.shift',
    recipient: `'desk-' || c.own || '@supplier.example'`,
    dedupe_key: `'bench:' || x.mail_id + c.shift`,
    message_id: `x.mail_id + c.shift || '@bench.example'`,
  },
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Rows are written many times quicker without the indexes, which are made afterwards. */
async function withoutIndexes(client: pg.Client, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [table],
  )
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}

async function copyTable(client: pg.Client, table: string, ids: readonly [number, number]): Promise<void> {
  const { by, ...own } = hanging[table] ?? { by: null, ...tables[table] }
  const columns = await columnsOf(client, table)
  const given: Columns = { account_id: '$2::bigint', thirdparty_id: 'c.own', ...own }
  const values = columns.map((column) => given[column] ?? `x.${column}`)
  const place = by === null ? 'c.model = x.thirdparty_id' : 'c.model = y.thirdparty_id'
  const renewed = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  // The import has made some of them already.
  const conflict =
    table === 'thirdparty_summary' ? `on conflict (account_id, thirdparty_id) do update set ${renewed}` : ''
  await client.query(
    `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')}
     from ${table} x ${by === null ? '' : `join ${by}`} join copied c on ${place}
     where x.account_id = $1 ${conflict}`,
    [...ids],
  )
}

/** In the journal: that these dossiers were opened, chained as any event. */
const openings = `
  select journal_append(jsonb_agg(jsonb_build_object('type', 200, 'thirdpartyId', thirdparty_id, 'dossierId',
    dossier_id, 'actorType', 'JOB', 'detail', '{"actor":"bench","data":{}}')))
  from (select thirdparty_id, dossier_id, ntile($2) over (order by dossier_id) as part
    from dossier where account_id = $1) d group by part`

/**
 * Gives each third party of an account what one of the model's has: dossiers, pieces, answers, indicators, contacts,
 * mails, comments. The sums kept of them are copied with them, and so as true as the model's.
 */
export async function cloneInto(
  client: pg.Client,
  { model, accountId }: { model: number; accountId: number },
  tell: (line: string) => void,
): Promise<void> {
  const ids = [model, accountId] as const
  const { rows } = await client.query<{ last: string }>(`select nextval('vigie_id') as last`)
  const stride = Number(rows[0]?.last)
  await client.query('drop table if exists copied')
  await client.query(prepare, [model, accountId, stride, stride])
  await client.query('create index on copied (model); analyze copied')
  await client.query(`select setval('vigie_id', max(shift) + $1) from copied`, [stride])
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
  // Copies of rows that were checked: checking each reference again would take longer than writing it.
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB'`)
  for (const table of [...Object.keys(tables), ...Object.keys(hanging)]) {
    const began = performance.now()
    await withoutIndexes(client, table, () => copyTable(client, table, ids))
    tell(`${table} copied in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  await client.query(`set session_replication_role = origin`)
  await client.query(openings, [accountId, 50])
  await client.query('vacuum (analyze)')
}
