import type { Db, Tx } from '../../platform/db/index.ts'
import { enqueue, type Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { applyProviderValues, recordUpdates } from './apply-values.ts'
import type { AskFault, AskProvider } from './ask-provider.ts'
import { enqueueAnswers } from './enqueue-answers.ts'
import { lastVerification, verificationValue } from './follow-verification.ts'
import type { GivenValue } from './given-value.ts'
import type { Source } from './monitored.ts'
import { markFailure, planNextPoll, takeDuePolls, type Due } from './poll.queries.ts'
import { listProviders, type StoredProvider } from './providers.queries.ts'
import type { Provider } from './providers.ts'
import { forgetOldPushes } from './receive-push.ts'
import { withNews } from './store-news.ts'

const thirdPartiesAtOnce = 4
const sliceSize = 1_000
const silenceEndsRun = 8
const longestRunMs = 8 * 60_000

interface Answer {
  readonly due: Due
  readonly settings: StoredProvider
  readonly source: Source
  readonly found: GivenValue | AskFault
}

type Providers = ReadonlyMap<Provider, StoredProvider>

/** Asks for what is due, by the account's clock. A provider that stays silent holds up none of the others. */
export const pollProviders =
  ({ ask }: { ask: AskProvider | null }) =>
  async (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> => {
    const end = performance.now() + longestRunMs
    const silent = new Map<Provider, number>()
    let settings: Providers | null = null
    for (let pollCount = 0; pollCount < sliceSize && performance.now() < end;) {
      signal?.throwIfAborted()
      const except = [...silent].flatMap(([provider, times]) => (times < silenceEndsRun ? [] : [provider]))
      const due = await db.write(scope, (tx) =>
        takeDuePolls(tx, scope, { limit: thirdPartiesAtOnce, except }),
      )
      if (due.length === 0) return
      pollCount += due.length
      settings ??= await settingsOf(db, scope)
      const known = settings
      const answers = await Promise.all(
        byThirdParty(due).map((ofOne) => pollOne({ db, scope, ask, signal }, known, ofOne)),
      )
      for (const { due: one, found } of answers.flat())
        silent.set(one.provider, found === 'UNAVAILABLE' ? (silent.get(one.provider) ?? 0) + 1 : 0)
    }
  }

function byThirdParty(due: readonly Due[]): Due[][] {
  const ids = [...new Set(due.map(({ thirdpartyId }) => thirdpartyId))]
  return ids.map((id) => due.filter(({ thirdpartyId }) => thirdpartyId === id))
}

async function settingsOf(db: Db, scope: Scope): Promise<Providers> {
  const all = await db.read(scope, (tx) => listProviders(tx, scope))
  return new Map(all.map((one) => [one.provider, one]))
}

interface Asking {
  readonly db: Db
  readonly scope: Scope
  readonly ask: AskProvider | null
  readonly signal: AbortSignal | undefined
}

/** All that is due of one third party is one delivery. */
async function pollOne(asking: Asking, settings: Providers, due: readonly Due[]): Promise<Answer[]> {
  const answers = await Promise.all(
    due.flatMap((one) => {
      const known = settings.get(one.provider)
      return known ? [callProvider(asking, known, one)] : []
    }),
  )
  const { db, scope } = asking
  await db.write(scope, async (tx) => {
    const updates = new Map<number, Provider[]>()
    for (const answer of answers) {
      if (!(await storeAnswer(tx, scope, answer))) continue
      const { thirdpartyId, provider } = answer.due
      updates.set(thirdpartyId, [...(updates.get(thirdpartyId) ?? []), provider])
    }
    await recordUpdates(tx, scope, updates)
  })
  return answers
}

async function callProvider(
  { db, scope, ask, signal }: Asking,
  settings: StoredProvider,
  due: Due,
): Promise<Answer> {
  if (settings.kind === 'HTTP') {
    const found = ask ? await ask(scope.accountId, settings, due, signal) : 'UNAVAILABLE'
    return { due, settings, source: 'HTTP', found }
  }
  // Another provider was due only by settings it no longer has.
  const isOurs = settings.provider === 'DOCCHECK' && settings.kind === 'FILE'
  const last = isOurs ? await db.read(scope, (tx) => lastVerification(tx, scope, due.thirdpartyId)) : null
  return { due, settings, source: 'VERIFICATION', found: last ? verificationValue(last) : 'NO_VALUE' }
}

/** True when something else is known now. */
async function storeAnswer(tx: Tx, scope: Scope, answer: Answer): Promise<boolean> {
  const { due, settings, source, found } = answer
  const { thirdpartyId, provider } = due
  if (found !== 'UNAVAILABLE')
    await planNextPoll(tx, scope, {
      thirdpartyId,
      provider,
      hours: settings.kind === 'HTTP' ? settings.pollHours : null,
    })
  if (typeof found === 'string') {
    // No document verified yet, no news: nobody failed.
    const isQuiet = found === 'NO_VALUE' && (source !== 'HTTP' || provider === 'NEWSFEED')
    await markFailure(tx, scope, { thirdpartyId, provider, failure: isQuiet ? null : found })
    // That there is nothing to tell is an answer too.
    if (isQuiet) await enqueueAnswers(tx, scope, provider, null)
    return false
  }
  const value = { thirdpartyId, given: found }
  const values = provider === 'NEWSFEED' ? await withNews(tx, scope, [value]) : [value]
  const { outcomes, updated } = await applyProviderValues(tx, scope, { provider, settings, source, values })
  const [outcome] = outcomes
  if (outcome === 'OUT_OF_SCALE' || outcome === 'DATE_INVALID')
    await markFailure(tx, scope, { thirdpartyId, provider, failure: outcome })
  return updated.length > 0
}

/** Each account as a job of its own, so that a slow provider holds up nobody else. */
export const pollEverywhere =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'datahub.poll'> =>
  async (_payload, { db }) => {
    const accounts = await deps.accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts)
        await enqueue(tx, 'datahub.poll-account', { accountId }, { jobKey: `datahub.poll:${accountId}` })
    })
  }

export const pollAccount =
  (deps: { ask: AskProvider | null }): Handler<'datahub.poll-account'> =>
  async (_payload, { db, scope, signal }) => {
    await db.write(scope, (tx) => forgetOldPushes(tx, scope))
    await pollProviders(deps)(db, scope, signal)
  }
