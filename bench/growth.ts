import { setTimeout as delay } from 'node:timers/promises'
import { createAccount } from '../server/src/create-account.ts'
import { createClient, operatorOf } from '../server/src/domain/accounts/index.ts'
import { addRule, anyThirdParty, switchRule } from '../server/src/domain/rules/index.ts'
import { jobScope } from '../server/src/platform/kernel/index.ts'
import { siretOf } from '../server/test/imports/companies.ts'
import { fetchToken } from '../server/test/product/product.ts'
import { until } from '../server/test/product/processes.ts'
import { cloneInto } from './support/clone-account.ts'
import { costFigure, median, type Bench, type Figure } from './support/figures.ts'
import { placesOf, type Place } from './support/growth-places.ts'
import { enliven } from './support/model-account.ts'
import { nameOf } from './support/synthetic-companies.ts'
import { withTools, type Tools } from './support/tools.ts'

/** 1000000 for the last step, which takes half an hour and 20 GB. */
const largest = Number(process.env['VIGIE_BENCH_GROWTH'] ?? 100_000)
const smallest = 1_000
const rounds = 15
const most = 1.35

type Tell = (line: string) => void

export interface Grown {
  readonly accountId: number
  readonly base: string
  readonly token: string
}

export async function newAccount({ db, product }: Tools, name: string): Promise<Grown> {
  const made = await db.system(async (tx) => {
    const { accountId } = await createAccount(tx, { name })
    return { accountId, ...(await createClient(tx, operatorOf(accountId), { name, scopes: ['ADMIN'] })) }
  })
  const { accountId } = made
  return {
    accountId,
    base: `${product.baseUrl}/api/v1/account/${accountId}`,
    token: await fetchToken(product.baseUrl, made),
  }
}

function portfolioOf(from: number, count: number): string {
  const criticalities = ['High', 'Medium', 'Low', 'Low', '']
  const lines = Array.from({ length: count }, (_, i) => {
    const nth = from + i
    return `${siretOf(nth)},S-${String(nth).padStart(7, '0')},"${nameOf(nth)}",FR,${criticalities[nth % 5]},${(nth % 50) * 1_000}`
  })
  return `siret,code,name,countryCode,Criticality,Annual purchase amount\n${lines.join('\n')}\n`
}

/** By the product's own import, in files as large as it takes. */
async function importCompanies({ base, token }: Grown, count: number): Promise<void> {
  const perFile = 100_000
  const authorization = `Bearer ${token}`
  for (let from = 0; from < count; from += perFile) {
    const body = portfolioOf(from, Math.min(perFile, count - from))
    const headers = { authorization, 'content-type': 'text/csv' }
    const sent = await fetch(`${base}/thirdparties/imports`, { method: 'POST', headers, body })
    if (!sent.ok) throw new Error(`The import was refused: ${await sent.text()}`)
    const { importId } = (await sent.json()) as { importId: number }
    const hasEnded = async () => {
      await delay(500)
      const answer = await fetch(`${base}/thirdparties/imports/${importId}`, { headers: { authorization } })
      return answer.ok && ((await answer.json()) as { state: string }).state === 'DONE'
    }
    await until('the end of the import', hasEnded, 900_000)
  }
}

/** A dossier for everybody, and another for whoever is critical; only the model's rules are switched on. */
async function addRules({ db }: Tools, accountId: number, active: boolean): Promise<void> {
  const scope = jobScope(accountId, 'bench')
  const drafts = [
    { name: 'Everybody', dossierTypeCodes: ['SCREENING'], criteria: anyThirdParty },
    {
      name: 'The critical ones',
      dossierTypeCodes: ['VIGILANCE'],
      criteria: { ...anyThirdParty, criticalities: ['High'] },
    },
  ]
  for (const draft of drafts) {
    await db.write(scope, async (tx) => {
      const { ruleId } = await addRule(tx, scope, { ...draft, priority: 100, dueDays: 30 })
      if (active) await switchRule(tx, scope, { ruleId, active, guard: () => undefined })
    })
  }
}

export async function isIdle({ client }: Tools): Promise<boolean> {
  const { rows } = await client.query<{ busy: boolean }>(
    `select exists (select from graphile_worker.jobs
       where run_at <= now() and attempts < max_attempts) as busy`,
  )
  return rows[0]?.busy === false
}

/** An account of this many third parties as the product makes it, some weeks old. */
export async function makeModel(tools: Tools, companies: number, tell: Tell): Promise<Grown> {
  const small = await newAccount(tools, 'Small')
  await importCompanies(small, companies)
  await addRules(tools, small.accountId, true)
  const expected = companies + companies / 5
  // What the opening of dossiers sets off must have ended too, or it would be met in the middle.
  const areOpen = async () => {
    await delay(500)
    const { rows } = await tools.client.query<{ count: string }>(
      'select count(*) from dossier where account_id = $1',
      [small.accountId],
    )
    return Number(rows[0]?.count) === expected && isIdle(tools)
  }
  await until('the rules to be applied', areOpen, 300_000)
  await enliven(tools.db, tools.client, small.accountId)
  tell(`${companies.toLocaleString('en')} third parties, ${expected.toLocaleString('en')} dossiers`)
  return small
}

async function grown(tools: Tools, small: Grown, tell: Tell): Promise<Grown> {
  const large = await newAccount(tools, 'Large')
  const began = performance.now()
  await importCompanies(large, largest)
  tell(`${largest.toLocaleString('en')} imported in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  await addRules(tools, large.accountId, false)
  await cloneInto(tools.client, { model: small.accountId, accountId: large.accountId }, tell)
  // A busy machine may leave it to a job.
  const isCounted = () => timed(large, '/statistics').then(Boolean, () => delay(500, false))
  await until('the first count', isCounted, 120_000)
  // Nor may another count that was asked for meanwhile push what is measured out of memory.
  await until('the end of all jobs', () => delay(500).then(() => isIdle(tools)), 120_000)
  return large
}

async function timed({ base, token }: Grown, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  return performance.now() - began
}

/**
 * Interleaved, so that a slow moment of the machine touches both, and each going first as often as the other: what the
 * first sets off is met by the second. The first rounds plan and warm up.
 */
async function compared(place: Place, small: Grown, large: Grown, tell: Tell): Promise<Figure> {
  const [ofSmall, ofLarge] = [await place.path(small), await place.path(large)]
  const times: [number[], number[]] = [[], []]
  for (let nth = -3; nth < rounds; nth += 1) {
    const turns = [() => timed(small, ofSmall), () => timed(large, ofLarge)].entries()
    for (const [account, ask] of nth % 2 === 0 ? turns : [...turns].toReversed()) {
      const took = await ask()
      if (nth >= 0) times[account]?.push(took)
    }
  }
  const [atSmall, atLarge] = [median(times[0]), median(times[1])]
  tell(`${place.name}: ${atSmall.toFixed(1)} ms and ${atLarge.toFixed(1)} ms`)
  const ratio = atLarge / atSmall
  return costFigure(place.name, ratio, { most, unit: 'x' })
}

/** A small account as the product made it, and a large one like it. */
export async function growAccounts(tools: Tools, tell: Tell): Promise<{ small: Grown; large: Grown }> {
  const small = await makeModel(tools, smallest, tell)
  return { small, large: await grown(tools, small, tell) }
}

async function measure(tools: Tools, tell: Tell): Promise<Figure[]> {
  const { small, large } = await growAccounts(tools, tell)
  const figures: Figure[] = []
  for (const place of placesOf()) figures.push(await compared(place, small, large, tell))
  return figures
}

export const growth: Bench = {
  name: 'growth',
  title: `Pages of ${largest.toLocaleString('en')} third parties, against those of ${smallest.toLocaleString('en')}`,
  run: (tell) => withTools((tools) => measure(tools, tell)),
}
