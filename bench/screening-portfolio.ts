import { sampleFile } from '@vigie/watchlists/samples'
import type { Subject } from '@vigie/matching'
import { benchNames } from '@vigie/matching/bench'
import pg from 'pg'
import { dataFolder, missingData } from '../packages/matching/test/public-data.ts'
import { readEntries } from '../packages/matching/test/public-lists.ts'
import { createAccount } from '../server/src/create-account.ts'
import { nameSubjects } from '../server/src/domain/screening/name-subjects.ts'
import { createMatcher, screeningTasks } from '../server/src/domain/screening/index.ts'
import { importList } from '../server/src/domain/watchlists/index.ts'
import { jobScope, systemClock } from '../server/src/platform/kernel/index.ts'
import { chance, personName } from '../server/test/registers/vocabulary.ts'
import { benchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { costFigure, type Bench, type Figure } from './support/figures.ts'
import { nameOf } from './support/synthetic-companies.ts'

const whole = 100_000
const portfolio = Number(process.env['VIGIE_BENCH_SCREENED'] ?? whole)
/** Screened one by one; the whole portfolio is told from them. */
const slice = Math.min(portfolio, 2_000)
/** As many as the lists of the United States, the European Union, the UN, the UK, France and Switzerland have. */
const official = 45_000
const added = 100
const mostMinutes = 15
const mostSeconds = 10

type Tell = (line: string) => void

interface Company {
  name: string
  siren: string
  executives: { name: string; role: string; kind: 'PERSON'; birthMonth: string }[]
}

/** A company and three people who lead it. */
function companyOf(nth: number): Company {
  const random = chance(nth * 11 + 3)
  const executives = Array.from({ length: 3 }, () => {
    const { first, last } = personName(random)
    const birthMonth = `${1940 + Math.floor(random() * 60)}-0${1 + Math.floor(random() * 9)}`
    return { name: `${first} ${last}`, role: 'Director', kind: 'PERSON' as const, birthMonth }
  })
  return { name: nameOf(nth), siren: String(100_000_000 + nth), executives }
}

const insertCompanies = `
  insert into thirdparty (account_id, code, identifier_code, identifier_value, source, identity_status, name, siren,
    country_code, executives, status, provenance, created_at, updated_at, wire)
  select $1, 'B-' || r.siren, 'CIT003', r.siren, 'MANAGED', 'COMPLETE', r.name, r.siren, 'FR', r.executives, 'ACTIVE',
    '{}', now(), now(), ''
  from jsonb_to_recordset($2::jsonb) as r (name text, siren text, executives jsonb)
  returning thirdparty_id as id, siren`

const insertSubjects = `
  insert into screening_subject (account_id, thirdparty_id, subject_key, role, subject, fingerprint, created_at,
    updated_at)
  select $1, r."thirdpartyId", r.key, r.role, r.subject, decode(r.fingerprint, 'hex'), now(), now()
  from jsonb_to_recordset($2::jsonb) as r ("thirdpartyId" bigint, key text, role text, subject jsonb,
    fingerprint text)`

/** The portfolio as screenings of the past have left it: who is behind each company is known. */
async function fillPortfolio(client: pg.Client, accountId: number): Promise<number[]> {
  await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
  const ids: number[] = []
  const step = 2_000
  for (let from = 0; from < portfolio; from += step) {
    const companies = Array.from({ length: Math.min(step, portfolio - from) }, (_, at) =>
      companyOf(from + at),
    )
    const { rows } = await client.query<{ id: string; siren: string }>(insertCompanies, [
      accountId,
      JSON.stringify(companies),
    ])
    const idOf = new Map(rows.map(({ id, siren }) => [siren, Number(id)]))
    const subjects = companies.flatMap(({ siren, ...company }) => {
      const thirdpartyId = idOf.get(siren) ?? 0
      const identifiers = [{ type: 'SIREN', value: siren }]
      const facts = { ...company, thirdpartyId, tradeName: null, countryCode: 'FR', identifiers }
      return nameSubjects({ ...facts, forms: [], contacts: [] }).map(({ fingerprint, ...named }) => {
        return { ...named, thirdpartyId, fingerprint: fingerprint.toString('hex') }
      })
    })
    await client.query(insertSubjects, [accountId, JSON.stringify(subjects)])
    ids.push(...idOf.values())
  }
  await client.query('vacuum analyze thirdparty, screening_subject')
  return ids
}

/** Those that are public, and more made of their words until there are as many as wanted. */
function listEntries(): Subject[] {
  const real = readEntries()
  const sources = real.flatMap(({ kind, names }) => names.map(({ text }) => ({ kind, text })))
  return [...real, ...benchNames(sources, official + added - real.length)]
}

const schemas = { PERSON: 'Person', ORGANISATION: 'Company', VESSEL: 'Vessel', UNKNOWN: 'LegalEntity' }
const columns =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change'

function listText(entries: readonly Subject[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', "'").replaceAll(';', ' ')}"`
  const lines = entries.map(({ kind, names }, nth) => {
    const [first = '', ...others] = names.map(({ text }) => text)
    const aliases = others.map((text) => text.replaceAll('"', "'").replaceAll(';', ' ')).join(';')
    return `B-${nth},${schemas[kind]},${cell(first)},"${aliases}",,,,,,,,,,,,`
  })
  return `${[columns, ...lines].join('\n')}\n`
}

async function bringList(database: BenchDatabase, entries: readonly Subject[]) {
  let changed = { listId: 0, version: 0 }
  await importList(database.db, {
    source: 'OPENSANCTIONS_SANCTIONS',
    files: [sampleFile('targets.simple.csv', listText(entries))],
    origin: 'bench',
    own: null,
    force: false,
    dryRun: false,
    onChange: (_tx, now) => {
      changed = now
      return Promise.resolve()
    },
  })
  return changed
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

function figuresOf(name: string, value: number, goal: { most: number; unit: string }): Figure[] {
  const share = value / goal.most
  return [
    costFigure(name, value, goal),
    { name: 'share of that goal', value: share, measured: `${share.toFixed(2)} x` },
  ]
}

async function measure(database: BenchDatabase, client: pg.Client, tell: Tell): Promise<Figure[]> {
  const { db, appUrl } = database
  const { accountId } = await db.system((tx) => createAccount(tx, { name: 'Bench' }))
  tell(`writing ${portfolio} third parties with four subjects each`)
  const ids = await fillPortfolio(client, accountId)
  const entries = listEntries()
  await bringList(database, entries.slice(0, -added))
  const matcher = createMatcher({ url: appUrl })
  const tasks = screeningTasks({ matcher, accountIds: () => Promise.resolve([accountId]) })
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const scope = jobScope(accountId, 'bench')
  const { signal } = new AbortController()
  const work = { db, scope, clock: systemClock, signal, attempt: 1, isLastAttempt: false, log }
  const run = (thirdpartyIds: number[]) =>
    tasks['screening.run']({ accountId, thirdpartyIds, trigger: 'REQUESTED' }, work)
  try {
    const loading = await secondsOf(() => run(ids.slice(0, 1)))
    tell(`screening ${slice} of them against ${official} entries`)
    const each = (await secondsOf(() => run(ids.slice(0, slice)))) / slice
    tell(`a version of the list with ${added} entries more`)
    const list = await bringList(database, entries)
    const changed = { accountId, ...list }
    const delta = await secondsOf(() => tasks['screening.list-changed-account'](changed, work))
    const grown = whole / portfolio
    return [
      { name: 'index of the lists, loaded', value: loading, measured: `${loading.toFixed(1)} s` },
      ...figuresOf(`${whole} third parties with 4 subjects, told from ${slice}`, (each * whole) / 60, {
        most: mostMinutes,
        unit: 'min',
      }),
      ...figuresOf(
        `${added} new entries against them${grown === 1 ? '' : `, told from ${portfolio}`}`,
        delta * grown,
        { most: mostSeconds, unit: 's' },
      ),
    ]
  } finally {
    matcher.stop()
  }
}

export const screeningPortfolio: Bench = {
  name: 'screening-portfolio',
  title: 'A portfolio against lists of official size, and against what is new in one',
  async run(tell) {
    if (dataFolder === undefined) throw new Error(`Cannot run: ${missingData}.`)
    const database = await benchDatabase()
    const client = new pg.Client({
      connectionString: database.adminUrl,
      options: '-c search_path=vigie',
    })
    await client.connect()
    try {
      return await measure(database, client, tell)
    } finally {
      await client.end()
      await database.stop()
    }
  },
}
