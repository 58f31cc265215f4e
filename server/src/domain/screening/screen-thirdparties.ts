import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { ScreeningTrigger } from '../../platform/jobs/index.ts'
import { wholeAccount, type Scope } from '../../platform/kernel/index.ts'
import { countScreened } from '../../platform/metrics/index.ts'
import { keepNamedEntries } from '../watchlists/index.ts'
import { companiesWithChecks } from './affected.queries.ts'
import { answerChecks } from './answer-checks.ts'
import { countedLists, type ListInForce } from './lists-in-force.ts'
import type { EntryMatch, MatchAnswer } from './matcher/matcher-messages.ts'
import type { Matcher } from './matcher/matcher.ts'
import { nameSubjects, type NamedSubject } from './name-subjects.ts'
import { reviewNews } from './review-news.ts'
import { screeningSettings } from './settings.ts'
import { settleHits, type FoundMatch, type HitReason } from './settle-hits.ts'
import { endHitsWithoutList, lockHits, storeHitChanges } from './store-hits.ts'
import { storeRun, type RunConditions } from './store-run.ts'
import { storeSubjects, type StoredSubject } from './store-subjects.ts'
import { subjectFacts } from './subject-facts.queries.ts'

interface Deps {
  readonly db: Db
  readonly matcher: Matcher
}

/** What a new pair is due to when its subject was there before. */
const reasonOf: Readonly<Record<ScreeningTrigger, HitReason>> = {
  ADDED: 'SUBJECT_ADDED',
  SUBJECT_CHANGED: 'SUBJECT_CHANGED',
  LIST_CHANGED: 'ENTRY_ADDED',
  DAILY: 'ENTRY_ADDED',
  SETTINGS_CHANGED: 'SETTINGS_CHANGED',
  REQUESTED: 'ENTRY_ADDED',
  NEWS: 'ENTRY_ADDED',
}

interface Screened {
  readonly thirdpartyId: number
  readonly named: readonly NamedSubject[]
  readonly matches: readonly (readonly EntryMatch[])[]
}

/**
 * Screens these companies against every list that counts for the account, and stores what was found and what was not.
 * While the matching process does not answer nothing is stored: its silence never reads as a clean result.
 */
export async function screenThirdParties(
  { db, matcher }: Deps,
  scope: Scope,
  { thirdpartyIds, trigger }: { thirdpartyIds: readonly number[]; trigger: ScreeningTrigger },
): Promise<void> {
  // Lists say nothing of news: other triggers leave it to its own job.
  if (trigger === 'REQUESTED') await reviewNews(db, scope, { thirdpartyIds })
  const { settings, counted, companies } = await db.read(scope, async (tx) => {
    const chosen = await screeningSettings(tx, scope)
    const facts = await subjectFacts(tx, scope, { thirdpartyIds, contacts: chosen.screensContacts })
    return { settings: chosen, counted: await countedLists(tx, chosen), companies: facts }
  })
  // Without any list there is nothing to compare: only checks that do not say so yet have to, and hits on a list that
  // was deleted end.
  if (counted.lists.length === 0) {
    await db.write(scope, (tx) => endHitsWithoutList(tx, scope, thirdpartyIds))
    const waiting = await db.read(scope, (tx) => companiesWithChecks(tx, scope, thirdpartyIds))
    for (const thirdpartyId of waiting) {
      await db.write(scope, (tx) => answerChecks(tx, scope, thirdpartyId, { settings, counted }))
    }
    return
  }
  const named = companies.map((facts) => ({ thirdpartyId: facts.thirdpartyId, named: nameSubjects(facts) }))
  const subjects = named.flatMap((company) => company.named.map(({ subject }) => subject))
  const { lists } = counted
  const found =
    subjects.length === 0
      ? subjects.map(() => [])
      : await keepEntries(
          db,
          lists,
          await matcher.match({ accountId: scope.accountId, lists, subjects, threshold: settings.threshold }),
        )
  let place = 0
  for (const company of named) {
    const matches = found.slice(place, place + company.named.length)
    place += company.named.length
    const opened = await db.write(scope, (tx) =>
      storeResult(tx, scope, { ...company, matches }, { settings, counted, trigger }),
    )
    countScreened(trigger, opened)
  }
}

/** Published lists belong to the installation; nobody's account stands for it. */
const installation = wholeAccount(0)

/** What only a service knows is kept before anything refers to it. */
async function keepEntries(
  db: Db,
  lists: readonly ListInForce[],
  { matches }: MatchAnswer,
): Promise<EntryMatch[][]> {
  const keys = new Map<number, Map<string, string>>()
  for (const list of lists) {
    const named = matches.flat().flatMap(({ listId, entry }) => (listId === list.listId && entry) || [])
    if (named.length === 0) continue
    keys.set(list.listId, await db.write(installation, (tx) => keepNamedEntries(tx, list, named)))
  }
  return matches.map((found) =>
    found.map(({ entry: _entry, ...match }) => ({
      ...match,
      entryKey: keys.get(match.listId)?.get(match.entryKey) ?? match.entryKey,
    })),
  )
}

/** How many hits it opened. */
async function storeResult(
  tx: Tx,
  scope: Scope,
  screened: Screened,
  conditions: RunConditions,
): Promise<number> {
  const { thirdpartyId } = screened
  const { counted, trigger } = conditions
  if (!(await isStillScreened(tx, scope, thirdpartyId))) return 0
  const subjects = await storeSubjects(tx, scope, thirdpartyId, screened.named)
  let opened = 0
  if (counted.lists.length > 0) {
    // What a list said that grew too old still stands: nobody has said otherwise.
    const known = (await lockHits(tx, scope, thirdpartyId)).filter(
      ({ listId }) => listId === null || !counted.tooOld.includes(listId),
    )
    const found = await withDigests(tx, foundMatches(subjects, screened))
    const newSubjects = new Set(subjects.filter(({ isNew }) => isNew).map(({ subjectId }) => subjectId))
    const today = await accountToday(tx, scope)
    const changes = settleHits({ known, found, newSubjects, today, otherwise: reasonOf[trigger] })
    opened = changes.filter(({ kind }) => kind === 'OPEN' || kind === 'REOPEN').length
    const counts = { thirdpartyId, subjects: subjects.length, matches: found.length, opened }
    const runId = await storeRun(tx, scope, conditions, counts)
    await storeHitChanges(tx, scope, { runId, thirdpartyId }, changes)
  }
  await answerChecks(tx, scope, thirdpartyId, conditions)
  return opened
}

/** Whoever was archived, or went altogether, while matching took place is left as they were. */
async function isStillScreened(tx: Tx, { accountId }: Scope, thirdpartyId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select t.thirdparty_id as id from thirdparty t
    where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId} and t.archived_at is null
    for no key update`.execute(tx)
  return rows.length > 0
}

type Undigested = Omit<FoundMatch, 'matchingDigest'>

/** Stored subjects come back in the order they were given. */
function foundMatches(subjects: readonly StoredSubject[], { named, matches }: Screened): Undigested[] {
  const byPrint = new Map(subjects.map((subject) => [`${subject.role} ${subject.fingerprint}`, subject]))
  return named.flatMap(({ role, fingerprint }, place) => {
    const print = fingerprint.toString('hex')
    const subject = byPrint.get(`${role} ${print}`)
    if (!subject) return []
    return (matches[place] ?? []).map(({ listId, entryKey, score, ...match }) => ({
      subjectId: subject.subjectId,
      listId,
      entryKey,
      score,
      match,
      fingerprint: print,
    }))
  })
}

/** An entry that went between matching and now is no match any more: the next run, already queued, sees to it. */
async function withDigests(tx: Tx, found: readonly Undigested[]): Promise<FoundMatch[]> {
  if (found.length === 0) return []
  const pairs = found.map(({ listId, entryKey }) => ({ listId, entryKey }))
  const { rows } = await sql<{ listId: number; entryKey: string; digest: string }>`
    select distinct e.list_id as "listId", e.entry_key as "entryKey", encode(e.matching_digest, 'hex') as digest
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r ("listId" bigint, "entryKey" text)
    join watchlist_entry e on e.list_id = r."listId" and e.entry_key = r."entryKey" and e.to_version is null`.execute(
    tx,
  )
  const digests = new Map(rows.map(({ listId, entryKey, digest }) => [`${listId} ${entryKey}`, digest]))
  return found.flatMap((match) => {
    const matchingDigest = digests.get(`${match.listId} ${match.entryKey}`)
    return matchingDigest === undefined ? [] : [{ ...match, matchingDigest }]
  })
}

async function accountToday(tx: Tx, { accountId }: Scope): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (account_now(${accountId}) at time zone 'UTC')::date::text as today`.execute(tx)
  return rows[0]?.today ?? ''
}
