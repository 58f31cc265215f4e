import type { Db, Tx } from '../../platform/db/index.ts'
import { enqueue, type Handler, type Handlers, type ScreeningTrigger } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import {
  companiesAfter,
  companiesDue,
  companiesWithChangedHits,
  companiesWithHitsOn,
  subjectsAfter,
} from './affected.queries.ts'
import { countedLists } from './lists-in-force.ts'
import type { Matcher } from './matcher/matcher.ts'
import { newsTask, reviewDueNews } from './news.tasks.ts'
import { screeningSettings } from './settings.ts'
import { screenThirdParties } from './screen-thirdparties.ts'
import { storeRun } from './store-run.ts'
import { followYente } from './yente/follow-yente.ts'
import { isYenteList, type YenteService } from './yente/yente-matcher.ts'

interface Deps {
  readonly matcher: Matcher
  readonly accountIds: (db: Db) => Promise<number[]>
  /** Whose data is followed; the matcher asks it. */
  readonly service?: YenteService | null
}

const companiesAtOnce = 50
const subjectsAtOnce = 2_000
const companiesPerJob = 1_000

/** Everything that makes a screening due ends in the same run of single companies. */
export function screeningTasks({ matcher, accountIds, service = null }: Deps) {
  return {
    'screening.follow-service': followYente(service, listChanged),
    'screening.run': runTask(matcher),
    'screening.run-all': runAllTask(matcher),
    'screening.list-changed': listChangedTask(accountIds),
    'screening.list-changed-account': listChangedAccountTask(matcher),
    'screening.list-deleted': listDeletedTask(matcher),
    'screening.news': newsTask,
    'screening.daily': dailyTask(accountIds),
    'screening.daily-account': dailyAccountTask(matcher),
  } satisfies Partial<Handlers>
}

interface Work {
  readonly db: Db
  readonly scope: Scope
  readonly signal: AbortSignal
}

async function screenInSlices(
  matcher: Matcher,
  { db, scope, signal }: Work,
  { thirdpartyIds, trigger }: { thirdpartyIds: readonly number[]; trigger: ScreeningTrigger },
): Promise<void> {
  for (let from = 0; from < thirdpartyIds.length; from += companiesAtOnce) {
    signal.throwIfAborted()
    const slice = thirdpartyIds.slice(from, from + companiesAtOnce)
    await screenThirdParties({ db, matcher }, scope, { thirdpartyIds: slice, trigger })
  }
}

const runTask =
  (matcher: Matcher): Handler<'screening.run'> =>
  ({ thirdpartyIds, trigger }, work) =>
    screenInSlices(matcher, work, { thirdpartyIds, trigger })

/** The whole portfolio, a job for each thousand: a worker that stops loses little. */
const runAllTask =
  (matcher: Matcher): Handler<'screening.run-all'> =>
  async ({ accountId, trigger, after = 0 }, work) => {
    const { db, scope } = work
    const ids = await db.read(scope, (tx) => companiesAfter(tx, scope, { after, limit: companiesPerJob }))
    await screenInSlices(matcher, work, { thirdpartyIds: ids, trigger })
    const last = ids.at(-1)
    if (last === undefined || ids.length < companiesPerJob) return
    // Not the key of a beginning: a run that begins meanwhile must neither be taken for this one nor end it.
    const jobKey = `screening.run-all:${accountId}:${last}`
    await db.system((tx) => enqueue(tx, 'screening.run-all', { accountId, trigger, after: last }, { jobKey }))
  }

const listChangedTask =
  (accountIds: Deps['accountIds']): Handler<'screening.list-changed'> =>
  async ({ listId, version, ownerAccountId }, { db }) => {
    const accounts = ownerAccountId === null ? await accountIds(db) : [ownerAccountId]
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        const jobKey = `screening.list-changed:${accountId}:${listId}:${version}`
        await enqueue(tx, 'screening.list-changed-account', { accountId, listId, version }, { jobKey })
      }
    })
  }

/**
 * Only companies that an entry new in this version may touch are screened anew. That all others were compared with it
 * is said once, by a run of the whole portfolio.
 */
const listChangedAccountTask =
  (matcher: Matcher): Handler<'screening.list-changed-account'> =>
  async ({ listId, version }, work) => {
    const { db, scope, signal } = work
    const { settings, counted } = await db.read(scope, async (tx) => {
      const chosen = await screeningSettings(tx, scope)
      return { settings: chosen, counted: await countedLists(tx, chosen) }
    })
    // A newer version has a job of its own, and a list that does not count changes nothing.
    const list = counted.lists.find((it) => it.listId === listId && it.version === version)
    if (!list) return
    // A service does not say what is new in its data.
    if (isYenteList(list)) return runAllAgain(work)
    const affected = new Set(
      await db.read(scope, (tx) => companiesWithChangedHits(tx, scope, { listId, version })),
    )
    for (const id of await db.read(scope, (tx) => companiesDue(tx, scope))) affected.add(id)
    let [subjects, after] = [0, 0]
    for (;;) {
      signal.throwIfAborted()
      const slice = await db.read(scope, (tx) => subjectsAfter(tx, scope, { after, limit: subjectsAtOnce }))
      const last = slice.at(-1)
      if (!last) break
      const { touched } = await matcher.touch({
        accountId: scope.accountId,
        list: { listId, version },
        subjects: slice.map(({ subject }) => subject),
        threshold: settings.threshold,
      })
      for (const [place, { thirdpartyId }] of slice.entries()) if (touched[place]) affected.add(thirdpartyId)
      subjects += slice.length
      after = last.subjectId
    }
    await screenInSlices(matcher, work, { thirdpartyIds: [...affected], trigger: 'LIST_CHANGED' })
    const counts = { thirdpartyId: null, subjects, matches: 0, opened: 0 }
    await db.write(scope, (tx) => storeRun(tx, scope, { settings, counted, trigger: 'LIST_CHANGED' }, counts))
  }

const listDeletedTask =
  (matcher: Matcher): Handler<'screening.list-deleted'> =>
  async ({ listId }, work) => {
    const touched = await work.db.read(work.scope, (tx) => companiesWithHitsOn(tx, work.scope, listId))
    await screenInSlices(matcher, work, { thirdpartyIds: touched, trigger: 'LIST_CHANGED' })
  }

async function runAllAgain({ db, scope: { accountId } }: Work): Promise<void> {
  const jobKey = `screening.run-all:${accountId}`
  const payload = { accountId, trigger: 'LIST_CHANGED' as const }
  await db.system((tx) => enqueue(tx, 'screening.run-all', payload, { jobKey }))
}

const dailyTask =
  (accountIds: Deps['accountIds']): Handler<'screening.daily'> =>
  async (_payload, { db }) => {
    const accounts = await accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        await enqueue(
          tx,
          'screening.daily-account',
          { accountId },
          { jobKey: `screening.daily:${accountId}` },
        )
      }
    })
  }

const dailyAccountTask =
  (matcher: Matcher): Handler<'screening.daily-account'> =>
  async (_payload, { db, scope, signal }) => {
    await screenDue(matcher)(db, scope, signal)
    await reviewDueNews(db, scope, signal)
  }

/** What a day makes due in an account, by its own clock. */
export const screenDue =
  (matcher: Matcher) =>
  async (db: Db, scope: Scope, signal: AbortSignal): Promise<void> => {
    const due = await db.read(scope, (tx) => companiesDue(tx, scope))
    await screenInSlices(matcher, { db, scope, signal }, { thirdpartyIds: due, trigger: 'DAILY' })
  }

/** In the moment a version comes into force: whoever screens against the list hears of it. */
export async function listChanged(
  tx: Tx,
  changed: { listId: number; version: number; ownerAccountId: number | null },
): Promise<void> {
  const jobKey = `screening.list-changed:${changed.listId}:${changed.version}`
  await enqueue(tx, 'screening.list-changed', changed, { jobKey })
}
