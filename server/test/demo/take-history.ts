import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
  dayForms,
  idBase,
  type HistoryHeader,
  type HistoryRow,
  type Recording,
} from '../../src/demo/history.ts'
import type { DemoPaper } from '../../src/demo/make-papers.ts'
import { eventTypes, openBox } from '../../src/platform/journal/index.ts'
import { addDays } from '../../src/platform/kernel/index.ts'

/** What is written as it was. */
const recorded = [
  'thirdparty',
  'thirdparty_summary',
  'thirdparty_refresh',
  'attribute_value',
  'attribute_value_history',
  'contact',
  'dossier',
  'document',
  'response',
  'evidence',
  'check_result',
  'decision',
  'comment',
  'comment_mention',
  'indicator',
  'datahub_value',
  'datahub_monitoring',
  'datahub_news',
  'announcement_watch',
  'thirdparty_announcement',
  'mail',
  'contact_link',
  'screening_subject',
  'screening_run',
  'screening_hit',
  'screening_decision',
  'relationship_change',
  'finding',
  'corrective_action',
  'corrective_evidence',
  'task',
  'task_note',
  'unread_mention',
  'subject_owner',
  'subject_follower',
  'external_reference',
  'dossier_approval',
  'approval_step',
  'step_decider',
  'step_decision',
  'absence',
] as const

/** What a start makes by itself, by the product's own functions. */
const madeAnew = [
  'account',
  'app_user',
  'membership',
  'api_client',
  'api_client_secret',
  'person_key',
  'attribute_definition',
  'rule',
  'document_type',
  'document_type_version',
  'dossier_type',
  'dossier_type_version',
  // The journals, of which the events are recorded by what they say.
  'event',
  'event_detail',
  'journal_head',
  'administration_event',
  'administration_head',
  // Written by triggers of what is recorded.
  'thirdparty_word',
  'portfolio_size',
  'portfolio_size_change',
  // Feeds and webhooks of hits begin with the account.
  'screening_change',
  'screening_change_head',
  // Who works together, by which rules, and what they want to be told.
  'team',
  'team_member',
  'owner_settings',
  'owner_rule',
  'relationship_policy',
  'overdue_policy',
  'alert_person',
  'alert_subscription',
  // Alerts are made of the events.
  'alert_position',
  'alert',
  'alert_recipient',
  'alert_mailing',
  // How much was sent in an hour that is over.
  'mail_allowance',
  // Digests of files, which are made anew; what was read in them, which is read again on request; and counts by month,
  // which begin with the account.
  'evidence_reading',
  'evidence_scan',
  'evidence_word',
  'piece_number',
  'check_count',
]

const none = { object_key: null, file_uuid: null, file_size: null, sha256: null, crc32: null }
const unprinted = { ...none, file_name: null, content_type: null, file_state: 'PENDING' }

interface Lived {
  readonly admin: pg.Pool
  readonly accountId: number
  readonly today: string
  readonly publicUrl: string
  readonly papers: ReadonlyMap<string, DemoPaper>
}

/** Everything an account has lived through up to `today`, with marks for what is another in every account. */
export async function takeHistory(lived: Lived): Promise<Recording> {
  const { admin, accountId } = lived
  await refuseUnknownTables(admin)
  const tables: Record<string, HistoryRow[]> = {}
  for (const table of recorded) tables[table] = await rowsOf(admin, table, accountId)
  const papers = takePapers(tables['evidence'] ?? [], lived.papers)
  // By the clock of the machine, which is that of no day of the story.
  for (const row of tables['corrective_evidence'] ?? []) row['stored_at'] = row['sent_at']
  markSecrets(tables)
  const moments = await momentsOf(admin, accountId)
  return markText(lived, JSON.stringify({ papers, tables, moments }), {
    moments,
    contacts: tables['contact'] ?? [],
  })
}

/** A table that came with a later version is either part of the past or made anew: somebody has to say which. */
async function refuseUnknownTables(admin: pg.Pool): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'vigie'
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relkind in ('r', 'p') and not c.relispartition`,
  )
  for (const { name } of rows) {
    if ([...recorded, ...madeAnew].includes(name)) continue
    const { rowCount } = await admin.query(`select from ${name} where account_id > 0 limit 1`)
    if (rowCount)
      throw new Error(`The past has rows of ${name}: take-history.ts has to say what becomes of them.`)
  }
}

async function rowsOf(admin: pg.Pool, table: string, accountId: number): Promise<HistoryRow[]> {
  const key = await admin.query<{ name: string }>(
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`,
    [table],
  )
  const { rows: derived } = await admin.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and (attgenerated <> '' or attname in ('wire', 'unique_code'))`,
    [table],
  )
  const order = key.rows.map(({ name }) => `t.${name}`).join(', ')
  const { rows } = await admin.query<{ row: HistoryRow }>(
    `select to_jsonb(t) - $2::text[] as row from ${table} t where t.account_id = $1 order by ${order}`,
    [accountId, derived.map(({ name }) => name)],
  )
  return rows.map(({ row }) => row)
}

/** Files are made anew: papers from what they say, forms from what was answered. */
function takePapers(evidences: readonly HistoryRow[], known: ReadonlyMap<string, DemoPaper>): DemoPaper[] {
  const keys = [
    ...new Set(evidences.filter(({ kind }) => kind === 'FILE').map((row) => String(row['object_key']))),
  ]
  for (const row of evidences) {
    const paper = keys.indexOf(String(row['object_key']))
    Object.assign(row, row['kind'] === 'FORM' ? unprinted : none, { paper: paper < 0 ? null : paper })
  }
  return keys.map((key) => {
    const paper = known.get(key)
    if (!paper) throw new Error('A file of the past is no paper of the story.')
    return paper
  })
}

const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** No way into the portal is part of the data: each start makes its own. */
function markSecrets(tables: Record<string, HistoryRow[]>): void {
  const digests = new Map<unknown, number>()
  for (const [nth, mail] of (tables['mail'] ?? []).entries()) {
    mail['message_id'] = String(mail['message_id']).replace(/^[^@]+/, '{{uuid}}')
    const { secret } = mail
    if (typeof secret !== 'string') continue
    digests.set(`\\x${digestOf(secret)}`, nth)
    mail['secret'] = `{{secret ${nth}}}`
  }
  for (const link of tables['contact_link'] ?? []) {
    const mail = digests.get(link['token_hash'])
    if (mail === undefined) throw new Error('A link of the past is in no mail.')
    link['token_hash'] = `\\x{{digest ${mail}}}`
  }
}

const minuteLength = 'yyyy-mm-ddThh:mm'.length

interface EventRow {
  at: string
  type: number
  thirdpartyId: number | null
  dossierId: number | null
  documentId: number | null
  actorType: string
  actorId: number | null
  payload: Buffer
}
interface Words {
  actor?: string
  data?: HistoryRow
}

/** What the events say, opened; a start seals it under keys of its own. */
async function momentsOf(admin: pg.Pool, accountId: number) {
  const { rows: keys } = await admin.query<{ person: string; key: Buffer }>(
    `select person_type || ':' || person as person, key from person_key where account_id = $1`,
    [accountId],
  )
  const keyOf = new Map(keys.map(({ person, key }) => [person, key]))
  const { rows } = await admin.query<EventRow>(
    `select to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.event_type as type,
       e.thirdparty_id::float8 as "thirdpartyId", e.dossier_id::float8 as "dossierId",
       e.document_id::float8 as "documentId", e.actor_type as "actorType", e.actor_id::float8 as "actorId", d.payload
     from event e join event_detail d on d.account_id = e.account_id and d.seq = e.seq
     where e.account_id = $1 order by e.seq`,
    [accountId],
  )
  const open = (person: string, box: string) => {
    const key = keyOf.get(person)
    return (key ? openBox({ accountId }, person, box, key) : null) as Words | null
  }
  const moments: { at: string; events: object[] }[] = []
  for (const row of rows) {
    const event = openEvent(row, open)
    // Forms are printed anew, and journaled then.
    if (event.entry.data['change'] === 'FORM_PDF') continue
    // An act and the jobs it caused are one moment: acts are minutes apart, and each moment costs a start some time.
    const last = moments.at(-1)
    if (last?.at.slice(0, minuteLength) === row.at.slice(0, minuteLength)) {
      last.at = row.at
      last.events.push(event)
    } else moments.push({ at: row.at, events: [event] })
  }
  return moments
}

function openEvent(row: EventRow, open: (person: string, box: string) => Words | null) {
  const stored = JSON.parse(row.payload.toString()) as Words & { sealed?: { person: string; box: string }[] }
  let name = stored.actor ?? ''
  const personal: object[] = []
  for (const { person, box } of stored.sealed ?? []) {
    const words = open(person, box)
    if (words === null) throw new Error('The past says something that nobody can read.')
    name = words.actor ?? name
    const [type, id] = person.split(':')
    if (words.data) personal.push({ person: { type, id: Number(id) }, data: words.data })
  }
  const { thirdpartyId, dossierId, documentId } = row
  return {
    actor: { type: row.actorType, id: row.actorId, name },
    entry: {
      name: eventTypes.find(({ code }) => code === row.type)?.name,
      thirdpartyId,
      ...(dossierId === null ? {} : { dossierId }),
      ...(documentId === null ? {} : { documentId }),
      data: unmeasured(stored.data ?? {}),
      ...(personal.length > 0 && { personal }),
    },
  }
}

/** Files are made anew, and so is what events say of their bytes. */
function unmeasured(data: HistoryRow): HistoryRow {
  const told = data['evidences']
  if (!Array.isArray(told)) return data
  const evidences = told.map((part: HistoryRow) => ({
    ...part,
    ...(typeof part['size'] === 'number' && { size: 0 }),
    ...(typeof part['sha256'] === 'string' && { sha256: '' }),
    ...(typeof part['dataSha256'] === 'string' && 'evidenceId' in part && { dataSha256: '' }),
  }))
  return { ...data, evidences }
}

const idPattern = /(?<!\d)400000000\d{6}(?!\d)/g
/** As far as anything the story names lies before or after its last day. */
const horizon = { before: 200, after: 1_300 }

interface Context {
  readonly moments: readonly { at: string }[]
  readonly contacts: readonly HistoryRow[]
}

async function markText(lived: Lived, plain: string, { moments, contacts }: Context): Promise<Recording> {
  const { admin, today, publicUrl } = lived
  const ids = [...new Set(plain.match(idPattern))].map(Number).toSorted((a, b) => a - b)
  const place = (id: number) => ids.indexOf(id) + 1
  const emails = new Map(contacts.map((row) => [row['contact_id'], String(row['email'])]))
  const numbered = plain
    .replace(
      /http:\/\/vigie\.test\/portal\/unsubscribe\?token=([\w-]+)\.[\w-]+/g,
      (_all, payload: string) => {
        const [, contactId] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as number[]
        return `{{unsubscribe ${place(contactId ?? 0)} ${emails.get(contactId)}}}`
      },
    )
    .replaceAll(publicUrl, '{{url}}')
    .replace(idPattern, (id) => String(idBase + place(Number(id))))
  const text = markDays(numbered, today)
  const known = await knownNumbers(admin)
  const used = Object.entries(known).filter(([, id]) => ids.includes(id))
  const header: HistoryHeader = {
    ids: ids.length,
    known: Object.fromEntries(used.map(([name, id]) => [name, place(id)])),
    first: placeInTime(moments[0]?.at ?? '', today),
    last: placeInTime(moments.at(-1)?.at ?? '', today),
  }
  return { header, text }
}

function placeInTime(at: string, today: string): { day: number; time: string } {
  return {
    day: Math.round((Date.parse(at.slice(0, 10)) - Date.parse(today)) / 86_400_000),
    time: at.slice(11, 23),
  }
}

/** Days in whichever form, by their distance from the last day; what is farther away is no day of the story. */
function markDays(text: string, today: string): string {
  const marks = new Map<string, string>()
  for (let distance = -horizon.before; distance <= horizon.after; distance += 1) {
    const day = addDays(today, distance)
    for (const [form, write] of Object.entries(dayForms)) marks.set(write(day), `{{${form} ${distance}}}`)
  }
  return text.replace(
    /20\d\d-\d\d-\d\d|\d\d\/\d\d\/20\d\d|\d{1,2} \p{L}+ 20\d\d/gu,
    (day) => marks.get(day) ?? day,
  )
}

async function knownNumbers(admin: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await admin.query<{ name: string; id: number }>(
    `select 'account' as name, account_id::float8 as id from account
     union all select 'user ' || email, user_id::float8 from app_user
     union all select 'attribute ' || code, attribute_id::float8 from attribute_definition
     union all select 'rule ' || name, rule_id::float8 from rule
     union all select 'team ' || name, team_id::float8 from team
     union all select 'list ' || name, list_id::float8 from watchlist where owner_account_id is not null`,
  )
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]))
}
