import pg from 'pg'
import { command, patientFetch } from './product.ts'
import type { Ledger, Target } from './writers.ts'

/** What must hold after any crash; every list names the writes for which it does not. */
export interface Findings {
  /** Acknowledged, and not there: the worst there is. */
  lost: string[]
  /** There in part only: a company without its event, its remembered answer, or the other way round. */
  halves: string[]
  /** More than one company, event or answer for one write. */
  doubles: string[]
  rows: number
  /** What the portfolio says it holds, by its own count and by the API. */
  totals: { counted: number; told: number }
  journal: { intact: boolean; output: string }
}

interface Trace {
  duns: string
  thirdparty_id: number
  events: number
}

async function tracesOf(client: pg.Client, accountId: number): Promise<Map<string, Trace>> {
  const { rows } = await client.query<Trace>(
    `select t.identifier_value as duns, t.thirdparty_id::float8 as thirdparty_id,
            (select count(*)::int from vigie.event e where e.account_id = t.account_id
               and e.thirdparty_id = t.thirdparty_id and e.event_type = 100) as events
     from vigie.thirdparty t where t.account_id = $1 and t.identifier_code = 'CIT003'`,
    [accountId],
  )
  return new Map(rows.map((row) => [row.duns, row]))
}

async function numbersOf(client: pg.Client, accountId: number) {
  const { rows } = await client.query<{ rows: number; events: number; counted: number }>(
    `select (select count(*)::int from vigie.thirdparty where account_id = $1) as rows,
            (select count(*)::int from vigie.event where account_id = $1 and event_type = 100) as events,
            (select coalesce(sum(total), 0)::int from vigie.portfolio_total where account_id = $1) as counted`,
    [accountId],
  )
  return rows[0] ?? { rows: 0, events: 0, counted: 0 }
}

async function totalTold({ baseUrl, accountId, token }: Target): Promise<number> {
  const answer = await patientFetch(`${baseUrl}/api/v1/account/${accountId}/thirdparties?size=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = (await answer.json()) as { totalElements?: number }
  return body.totalElements ?? -1
}

export interface Question {
  target: Target
  adminUrl: string
  dataDir: string
  ledger: Ledger
  /** How a command finds the database, where it is not the one of the folder. */
  env?: Record<string, string>
}

/** Asked while nobody writes. */
export async function examine(question: Question): Promise<Findings> {
  const { target, adminUrl } = question
  const { acknowledged, open } = question.ledger
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const traces = await tracesOf(client, target.accountId)
    const { rows: answers } = await client.query<{ key: string }>('select key from vigie.idempotency_key')
    const keys = new Set(answers.map(({ key }) => key))
    const numbers = await numbersOf(client, target.accountId)
    const lost = acknowledged.filter((write) => traces.get(write.duns)?.thirdparty_id !== write.thirdpartyId)
    const halves = [...acknowledged, ...open].filter(({ duns, key }) => {
      const trace = traces.get(duns)
      return (trace !== undefined) !== keys.has(key) || (trace !== undefined && trace.events === 0)
    })
    const doubles = [...traces.values()].filter(({ events }) => events > 1)
    if (numbers.events !== numbers.rows) halves.push({ duns: `${numbers.events} events`, key: '' })
    return {
      lost: lost.map(({ duns }) => duns),
      halves: halves.map(({ duns }) => duns),
      doubles: doubles.map(({ duns }) => duns),
      rows: numbers.rows,
      totals: { counted: numbers.counted, told: await totalTold(target) },
      journal: await verifyJournal(question),
    }
  } finally {
    await client.end()
  }
}

async function verifyJournal({ dataDir, env }: Question): Promise<Findings['journal']> {
  const { code, output } = await command(['journal', 'verify', '--json'], { VIGIE_DATA_DIR: dataDir, ...env })
  return { intact: code === 0, output }
}

/** The findings of a service that kept its word. */
export function sound(findings: Findings): Findings {
  const { rows } = findings
  return {
    lost: [],
    halves: [],
    doubles: [],
    rows,
    totals: { counted: rows, told: rows },
    journal: { intact: true, output: findings.journal.output },
  }
}
