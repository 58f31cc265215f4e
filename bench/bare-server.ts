// The limit we measure ourselves against: node:http and pg, a prepared statement, rows as arrays and JSON
// made by hand. No rights, no row-level security, no checks: nobody could ship it, nothing is faster in Node.
import { createServer } from 'node:http'
import pg from 'pg'

const [url = '', port = '0', account = '0'] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 20, options: '-c search_path=vigie' })
const accountId = Number(account)

const columns = `t.thirdparty_id, t.code, t.identifier_code, t.identifier_value, t.source, t.identity_status, t.name,
  t.trade_name, t.siren, t.siret, t.vat_number, t.duns, t.lei, t.local_id, t.country_code,
  t.legal_form::text, t.head_office::text, t.naf_code, t.main_activity, t.activity_scheme,
  t.executives::text, t.headcount::text, t.creation_date::text, t.closure_date::text, t.status,
  t.status_detail, t.status_since::text, t.archived_at, t.provenance::text, t.created_at, t.updated_at`
const summary = `s.criticality, s.dossier_status, s.legal_compliance, s.financial_risk, s.cybersecurity,
  s.environmental_impact, s.open_requests, s.next_expiry::text`
const page = `select ${columns}, ${summary} from thirdparty t
  left join thirdparty_summary s on s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id
  where t.account_id = $1 order by t.thirdparty_id desc limit 50`
const one = `select ${columns} from thirdparty t where t.account_id = $1 and t.thirdparty_id = $2`
const total = 'select sum(total)::int8 from portfolio_total where account_id = $1'

// The same search of the journal as the product's own, with the same total.
const searched = `with head as materialized (select * from event_heads($1, 1, $2::int[], $3, $4, $4, 0, 0, 51)),
  matched as materialized (select * from event_matches($1, 1, $2::int[], $3, $4, array(select resource_id from head)))
  select ${columns}, ${summary}, m.first_at, m.last_at, m.matches from head h
  join matched m on m.resource_id = h.resource_id
  join thirdparty t on t.account_id = $1 and t.thirdparty_id = h.resource_id
  left join thirdparty_summary s on s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id
  order by h.occurred_at desc, h.resource_id desc`
const foundTotal = 'select cardinality(ids), complete from event_resources($1, 1, $2::int[], $3, $4, 10000)'

const text = (value: unknown) => (value === null ? 'null' : JSON.stringify(value))
const raw = (value: unknown) => (value === null ? 'null' : (value as string))
const time = (value: unknown) => (value === null ? 'null' : `"${(value as Date).toISOString().slice(0, -1)}"`)

function withSummary(r: unknown[]): string {
  return (
    `${json(r).slice(0, -1)},"summary":{"criticality":${text(r[31])},"dossierStatus":${text(r[32])},"indicators":{` +
    `"LEGAL_COMPLIANCE":${raw(r[33])},"FINANCIAL_RISK":${raw(r[34])},"CYBERSECURITY":${raw(r[35])},` +
    `"ENVIRONMENTAL_IMPACT":${raw(r[36])}},"openRequests":${raw(r[37])},"nextExpiry":${text(r[38])}}}`
  )
}

function json(r: unknown[]): string {
  return (
    `{"thirdpartyId":${raw(r[0])},"code":${text(r[1])},"legalIdentifier":{"code":${text(r[2])},"value":${text(r[3])}},` +
    `"source":${text(r[4])},"identityStatus":${text(r[5])},"name":${text(r[6])},"tradeName":${text(r[7])},` +
    `"siren":${text(r[8])},"siret":${text(r[9])},"vatNumber":${text(r[10])},"duns":${text(r[11])},"lei":${text(r[12])},` +
    `"localId":${text(r[13])},"countryCode":${text(r[14])},"legalForm":${raw(r[15])},"headOffice":${raw(r[16])},` +
    `"nafCode":${text(r[17])},"mainActivity":${text(r[18])},"activityScheme":${text(r[19])},"executives":${raw(r[20])},` +
    `"headcount":${raw(r[21])},"creationDate":${text(r[22])},"closureDate":${text(r[23])},"status":${text(r[24])},` +
    `"statusDetail":${text(r[25])},"statusSince":${text(r[26])},"archived":${r[27] !== null},"archivedAt":${time(r[27])},` +
    `"provenance":${raw(r[28])},"createdAt":${time(r[29])},"updatedAt":${time(r[30])}}`
  )
}

async function list(): Promise<string> {
  const [rows, count] = await Promise.all([
    pool.query({ name: 'page', text: page, values: [accountId], rowMode: 'array' }),
    pool.query({ name: 'total', text: total, values: [accountId], rowMode: 'array' }),
  ])
  const found = rows.rows as unknown[][]
  const elements = Number((count.rows as unknown[][])[0]?.[0] ?? 0)
  return `{"content":[${found.map(withSummary).join(',')}],"page":0,"size":50,"totalElements":${elements},"next":null}`
}

async function search(types: string, start: string, end: string): Promise<string> {
  const values = [accountId, `{${types}}`, start, end]
  const [rows, count] = await Promise.all([
    pool.query({ name: 'found', text: searched, values, rowMode: 'array' }),
    pool.query({ name: 'foundTotal', text: foundTotal, values, rowMode: 'array' }),
  ])
  const shown = (rows.rows as unknown[][]).slice(0, 50).map(withMatches)
  const [elements, complete] = (count.rows as unknown[][])[0] ?? []
  return (
    `{"content":[${shown.join(',')}],"page":0,"size":50,"totalElements":${raw(elements)},` +
    `"totalIsExact":${complete === true},"next":null}`
  )
}

function withMatches(r: unknown[]): string {
  const matched = `{"first":${time(r[39])},"last":${time(r[40])},"count":${raw(r[41])}}`
  return `${withSummary(r).slice(0, -1)},"matchedEvents":${matched}}`
}

async function single(id: number): Promise<string> {
  const found = await pool.query({ name: 'one', text: one, values: [accountId, id], rowMode: 'array' })
  return json((found.rows as unknown[][])[0] ?? [])
}

const server = createServer((request, response) => {
  const id = /^\/one\/(\d+)$/.exec(request.url ?? '')?.[1]
  const [, types, start = '', end = ''] =
    /^\/found\/([\d,]+)\/([^/]+)\/([^/]+)$/.exec(request.url ?? '') ?? []
  const answer =
    types !== undefined ? search(types, start, end) : id === undefined ? list() : single(Number(id))
  answer.then(
    (body) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    },
    (error: Error) => {
      response.writeHead(500)
      response.end(error.message)
    },
  )
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
