import type { ListClass, ListSource } from '@vigie/watchlists'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'
import { publishedLists, type PublishedList } from '../watchlists/index.ts'
import { defaults, screeningSettings } from './settings.ts'

/** What the operator has to see to: accounts can do nothing about it. */
export type ListTrouble =
  /** It is to be fetched, and has not been confirmed for a day longer than that takes. */
  | {
      readonly kind: 'NOT_FETCHED'
      readonly source: ListSource
      readonly hours: number
      readonly fault: string | null
    }
  /** Older than one of the accounts that count it allows. */
  | { readonly kind: 'TOO_OLD'; readonly source: ListSource; readonly days: number; readonly limit: number }
  /** Dossiers of so many accounts ask for a check, and there is no list that could answer it. */
  | { readonly kind: 'NO_LIST'; readonly check: CheckCode; readonly accounts: number }

type CheckCode = 'SANCTIONS_CHECK' | 'PEP_CHECK'
const classes: Readonly<Record<CheckCode, ListClass>> = {
  SANCTIONS_CHECK: 'SANCTIONS',
  PEP_CHECK: 'EXPOSED_PERSONS',
}

export interface TroubleDeps {
  readonly fetched: readonly { readonly source: ListSource }[]
  readonly everyHours: number
  readonly accountIds: (db: Db) => Promise<number[]>
}

/** How one account uses the lists. */
interface Usage {
  readonly maxListAgeDays: number
  readonly leftOutLists: readonly number[]
  /** Checks of its dossiers that nobody can answer. */
  readonly unanswered: readonly CheckCode[]
}

export async function listTroubles(
  db: Db,
  { fetched, everyHours, accountIds }: TroubleDeps,
): Promise<ListTrouble[]> {
  const lists = await publishedLists(db)
  const usages: Usage[] = []
  for (const accountId of await accountIds(db)) usages.push(await readUsage(db, accountId))
  const sources = new Set(fetched.map(({ source }) => source))
  return [
    ...lists.flatMap(({ source, hours, lastFault, fetchTriedAt }): ListTrouble[] =>
      sources.has(source) && fetchTriedAt !== null && hours > everyHours + 24
        ? [{ kind: 'NOT_FETCHED', source, hours, fault: lastFault }]
        : [],
    ),
    ...lists.flatMap((list) => ageTrouble(list, usages)),
    ...(Object.keys(classes) as CheckCode[]).flatMap((check) => absenceTrouble(check, lists, usages)),
  ]
}

function ageTrouble(
  { listId, source, version, days }: PublishedList,
  usages: readonly Usage[],
): ListTrouble[] {
  if (version === null) return []
  const limits = usages
    .filter(({ leftOutLists }) => !leftOutLists.includes(listId))
    .map(({ maxListAgeDays }) => maxListAgeDays)
  // Nobody counts it: its age is nobody's trouble.
  if (usages.length > 0 && limits.length === 0) return []
  const limit = Math.min(defaults.maxListAgeDays, ...limits)
  return days >= limit ? [{ kind: 'TOO_OLD', source, days, limit }] : []
}

function absenceTrouble(
  check: CheckCode,
  lists: readonly PublishedList[],
  usages: readonly Usage[],
): ListTrouble[] {
  const isThere = lists.some(({ listClass, version }) => listClass === classes[check] && version !== null)
  const accounts = usages.filter(({ unanswered }) => unanswered.includes(check)).length
  return isThere || accounts === 0 ? [] : [{ kind: 'NO_LIST', check, accounts }]
}

function readUsage(db: Db, accountId: number): Promise<Usage> {
  const scope = wholeAccount(accountId)
  return db.read(scope, async (tx) => {
    const { maxListAgeDays, leftOutLists } = await screeningSettings(tx, scope)
    const { rows } = await sql<{ code: CheckCode }>`
      select distinct c.code from document c
      join dossier d on d.account_id = c.account_id and d.dossier_id = c.dossier_id and d.archived_at is null
      where c.account_id = ${accountId} and c.code in ('SANCTIONS_CHECK', 'PEP_CHECK') and c.no_source
        and c.stopped_at is null`.execute(tx)
    return { maxListAgeDays, leftOutLists, unanswered: rows.map(({ code }) => code) }
  })
}

/** In a sentence for the operator. */
export function troubleSentence(trouble: ListTrouble): string {
  switch (trouble.kind) {
    case 'NOT_FETCHED': {
      const { source, hours, fault } = trouble
      return `${source} could not be fetched for ${hours} hours.${fault === null ? '' : ` ${fault}`}`
    }
    case 'TOO_OLD': {
      const { source, days, limit } = trouble
      return `${source} was last confirmed ${days} days ago; from ${limit} days on checks stay unanswered.`
    }
    case 'NO_LIST':
      return `Nobody can answer ${trouble.check}, which ${trouble.accounts} accounts ask for: there is no list of its class.`
  }
}

/** Told once a day, in the log, until it is seen to. */
export const watchListsTask =
  (deps: TroubleDeps): Handler<'screening.watch-lists'> =>
  async (_payload, { db, log }) => {
    for (const trouble of await listTroubles(db, deps))
      log.error({ ...trouble }, 'a list to screen against needs the operator')
  }
