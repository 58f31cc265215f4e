import type pg from 'pg'

type Columns = Readonly<Record<string, string>>

/** Written apart, made by the product when it is asked, or of no company. */
const leftOut = new Set([
  'event',
  'event_detail',
  'journal_head',
  'journal_mark',
  'journal_checkpoint',
  'journal_anchor',
  'administration_event',
  'administration_head',
  'administration_checkpoint',
  'administration_stream',
  'api_client',
  'api_client_secret',
  'api_client_unit',
  'client_assertion',
  'idempotency_key',
  'portfolio_import',
  'portfolio_import_chunk',
  'portfolio_import_error',
  'portfolio_import_row',
  'portfolio_size',
  'portfolio_size_change',
  'reader_position',
  'statistics_snapshot',
  'thirdparty_word',
  'person_key',
  'screening_change_head',
  'account',
])

/** Through which column a row belongs to a company, the surest first. */
const tiedBy = [
  'thirdparty_id',
  'subject',
  'dossier_id',
  'response_id',
  'contact_id',
  'alert',
  'task_id',
  'hit_id',
]
/** Columns that hold ids under other names. */
const otherIds = ['renews', 'reused_from', 'subject', 'suggested_by', 'alert']
/** What they name is there once in each account, not once for each company. */
const ofAccount = [
  'rule_id',
  'attribute_id',
  'user_id',
  'manager_user_id',
  'person',
  'team_id',
  'unit_set_id',
]

const syllables = `(array['ba','cor','del','fan','gra','lim','mon','nor','pel','ros','sal','tri','val','ver','zen'])`
const syllable = (of: string) => `${syllables}[1 + (${of}) % 15]`
const coined = `${syllable('c.nth')} || ${syllable('c.nth / 15')} || ${syllable('c.nth / 225')}`

/** What must differ between copies. */
const made: Readonly<Record<string, Columns>> = {
  thirdparty: {
    code: `'S-' || lpad(c.nth::text, 7, '0')`,
    name: `x.name || ' ' || ${coined}`,
    identifier_value: `(100000000 + c.nth)::text || '00019'`,
    siren: '(100000000 + c.nth)::text',
    siret: `(100000000 + c.nth)::text || '00019'`,
    vat_number: `'FR' || lpad((c.nth % 97)::text, 2, '0') || (100000000 + c.nth)`,
  },
  contact: { email: `'desk-' || c.own || '@supplier.example'` },
  mail: {
    recipient: `'desk-' || c.own || '@supplier.example'`,
    dedupe_key: `'bench:' || x.mail_id + c.shift`,
    message_id: `x.mail_id + c.shift || '@bench.example'`,
  },
  alert: { source: `'bench:' || x.alert_id + c.shift` },
  screening_change: { seq: 'row_number() over (partition by c.account_id order by c.nth, x.seq)' },
  task: { origin_key: `'bench:' || x.task_id + c.shift` },
}

/** The past of indicators is left out for the same reason as three quarters of the events: room on the disk. */
const onlyWhere: Columns = { indicator: 'x.superseded_at is null' }

async function columnsOf(client: pg.Client, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, atttypid::regtype::text as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows
}

/** Tables of which the model has rows. */
export async function modelTables(client: pg.Client, model: number): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relnamespace = 'vigie'::regnamespace and c.relkind = 'r' and not c.relispartition order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    if (leftOut.has(name)) continue
    const { rowCount } = await client.query(`select from ${name} where account_id = $1 limit 1`, [model])
    if (rowCount === 1) found.push(name)
  }
  return found
}

/** Every id of the model that others refer to, with the company it belongs to. */
export async function noteOwners(client: pg.Client, model: number): Promise<void> {
  const direct = [
    'thirdparty',
    'dossier',
    'document',
    'response',
    'contact',
    'alert',
    'task',
    'screening_hit',
  ]
  const keys: Columns = { screening_hit: 'hit_id' }
  const parts = direct.map(
    (table) => `select ${keys[table] ?? `${table}_id`} as id, thirdparty_id as model from ${table}
      where account_id = ${model} and thirdparty_id is not null`,
  )
  await client.query(`create table row_owner as ${parts.join(' union all ')}`)
  await client.query('alter table row_owner add primary key (id); analyze row_owner')
}

export async function copyTable(
  client: pg.Client,
  table: string,
  { model, highest }: { model: number; highest: number },
) {
  const columns = await columnsOf(client, table)
  const names = columns.map(({ name }) => name)
  const tie = tiedBy.find((tied) => columns.some(({ name, type }) => name === tied && type === 'bigint'))
  const values = columns.map(({ name, type }) => {
    const given = made[table]?.[name]
    if (given !== undefined) return given
    if (name === 'account_id') return 'c.account_id'
    if (type !== 'bigint' || !(name.endsWith('_id') || otherIds.includes(name) || ofAccount.includes(name)))
      return `x.${name}`
    const moved = tie === undefined || ofAccount.includes(name) ? 'c.base' : 'c.shift'
    return `case when x.${name} between ${model} and ${highest} then x.${name} + ${moved} else x.${name} end`
  })
  const source =
    tie === undefined
      ? 'join (select distinct account_id, base from copied) c on true'
      : `join row_owner o on o.id = x.${tie} join copied c on c.model = o.model`
  await client.query(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) select ${values.join(', ')}
     from ${table} x ${source} where x.account_id = ${model} and ${onlyWhere[table] ?? 'true'} ${tie === undefined ? '' : 'order by c.account_id, c.nth'}`,
  )
}
