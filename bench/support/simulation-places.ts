import { setTimeout } from 'node:timers/promises'
import { createClient, operatorOf } from '../../server/src/domain/accounts/index.ts'
import { fetchToken, patientFetch } from '../../server/test/product/product.ts'
import { median } from './figures.ts'
import { password } from './simulation-model.ts'
import type { Tools } from './tools.ts'

export type AccountSize = 'largest' | 'middle' | 'small'

export interface Reader {
  readonly accountId: number
  readonly base: string
  /** An API client with all rights. */
  readonly token: string
  /** The person who holds every duty, and the one who owns a tenth of the companies. */
  readonly holder: string
  readonly owner: string
  readonly companies: number
}

/** The first account, the one at the square root of their number, and the last but a tenth. */
export function rankOf(size: AccountSize, accounts: number): number {
  if (size === 'largest') return 1
  return size === 'middle' ? Math.round(Math.sqrt(accounts)) : Math.max(2, Math.round(accounts * 0.9))
}

async function signIn(baseUrl: string, email: string): Promise<string> {
  const answer = await patientFetch(`${baseUrl}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`Nobody signed in: ${await answer.text()}`)
  return ((await answer.json()) as { accessToken: string }).accessToken
}

export async function readerOf({ client, db, product }: Tools, rank: number): Promise<Reader> {
  const { rows } = await client.query<{ id: string; companies: string }>(
    `select account_id as id, (select count(*) from thirdparty t where t.account_id = a.account_id) as companies
     from account a where name = $1`,
    [`Account ${rank}`],
  )
  const accountId = Number(rows[0]?.id)
  const made = await db.system((tx) =>
    createClient(tx, operatorOf(accountId), { name: 'Bench', scopes: ['ADMIN'] }),
  )
  return {
    accountId,
    base: `${product.baseUrl}/api/v1/account/${accountId}`,
    token: await fetchToken(product.baseUrl, made),
    holder: await signIn(product.baseUrl, `holder-${rank}@bench.example`),
    owner: await signIn(product.baseUrl, `owner-${rank}@bench.example`),
    companies: Number(rows[0]?.companies),
  }
}

export interface Place {
  readonly name: string
  readonly path: string
  readonly as: 'token' | 'holder' | 'owner'
}

const at = (name: string, path: string, as: Place['as'] = 'token'): Place => ({ name, path, as })

const days = (count: number) => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 19)
  const now = Date.now()
  return `eventOccurrenceStartDate=${day(now - count * 86_400_000)}&eventOccurrenceEndDate=${day(now)}`
}

/** What people and programs ask for most. */
export function simulationPlaces(): Place[] {
  const portfolio = '/thirdparties?archived=false'
  const queue = '/documents?statusCode=ONGOING'
  return [
    at('portfolio', portfolio),
    at('portfolio by name', `${portfolio}&sort=name`),
    at('portfolio by next expiry', `${portfolio}&sort=nextExpiry`),
    at('portfolio, critical and invalid', `${portfolio}&criticality=High&dossierStatus=INVALID`),
    at('portfolio, critical, by name', `${portfolio}&criticality=High&sort=name`),
    at('search by a word', `${portfolio}&q=bacordel`),
    at('search by two letters', `${portfolio}&q=so`),
    at('search by code', `${portfolio}&q=S-000000`),
    at('dossiers', '/dossiers'),
    at('dossiers by due date', '/dossiers?sort=dueDate'),
    at('dossiers of a status', '/dossiers?statusCode=ONGOING'),
    at('review queue', `${queue}&size=40`),
    at('review queue by due date', `${queue}&size=40&sort=dueDate`),
    at(
      'third parties by event, a month',
      `/thirdparties/search?eventNames=THIRD_PARTY_INDICATOR_UPDATED&${days(30)}`,
    ),
    at('third parties by event, ever', `/thirdparties/search?eventNames=THIRD_PARTY_ADDED&${days(800)}`),
    at('dossiers by event, ever', `/dossiers/search?eventNames=DOSSIER_ADDED&${days(800)}`),
    at('documents by event, a month', `/documents/search?eventNames=DOCUMENT_ANSWER_ADDED&${days(30)}`),
    at('latest events', '/events/latest?size=10'),
    at('dashboard: figures', '/statistics'),
    at('dashboard: review queue', `${queue}&size=5`),
    at('dashboard: what ends next', '/forecast?size=6'),
    at('tasks', '/tasks'),
    at('my work, duty holder', '/my-work?size=50', 'holder'),
    at('my work, owner', '/my-work?size=50', 'owner'),
    at('my work in figures, duty holder', '/my-work/summary', 'holder'),
    at('alerts, owner', '/alerts', 'owner'),
    at('screening hits', '/screening/hits'),
  ]
}

async function timeOf(reader: Reader, { path, as }: Place): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${reader.base}${path}`, { headers: { authorization: `Bearer ${reader[as]}` } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return performance.now() - began
}

/** Asked again before a page is left out: on a busy machine a service sheds load for a moment. */
export async function answersAll(readers: readonly Reader[], place: Place): Promise<boolean> {
  for (let nth = 0; nth < 3; nth += 1) {
    const answers = await Promise.all(readers.map((reader) => timeOf(reader, place).catch(() => undefined)))
    if (answers.every((took) => took !== undefined)) return true
    await setTimeout(2_000)
  }
  return false
}

const rounds = 11

/** The middle of each, asked in turns, each going first as often as the others. The first rounds plan and warm up. */
export async function compareReaders(readers: readonly Reader[], place: Place): Promise<number[]> {
  const times: number[][] = readers.map(() => [])
  for (let nth = -4; nth < rounds; nth += 1) {
    const turns = [...readers.entries()]
    for (const [which, reader] of nth % 2 === 0 ? turns : turns.toReversed()) {
      const took = await timeOf(reader, place)
      if (nth >= 0) times[which]?.push(took)
    }
  }
  return times.map((one) => median(one))
}
