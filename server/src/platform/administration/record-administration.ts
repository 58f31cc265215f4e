import { sql } from 'kysely'
import { beforeCommit, withAccount, type Tx } from '../db/index.ts'
import { AppError, type Actor, type Origin } from '../kernel/index.ts'
import { keysToSeal, nameOfPerson, sealFor, wakeFollowers, type Person } from '../journal/index.ts'
import type { AdministrationName } from './administration-names.ts'

/** The operator's own chain. No account has this number. */
export const operatorChain = 0

/**
 * Besides those of the journal: the directory of an account, by the number and name of its token; whoever runs the
 * installation, by their number on its pages and without one by a command; and whoever is not signed in.
 */
export type AdministrationActor =
  | Actor
  | { readonly type: 'DIRECTORY'; readonly id: number; readonly name: string }
  | { readonly type: 'OPERATOR'; readonly id: number | null; readonly name: string }
  | { readonly type: 'ANYONE'; readonly id: null; readonly name: string }

/** Whose chain it goes to, who did it and from where. The scope of a request is one. */
export interface AdministrationScope {
  readonly accountId: number
  readonly actor: AdministrationActor
  readonly origin?: Origin | undefined
}

export type Words = Readonly<Record<string, unknown>>

export interface AdministrationEntry {
  readonly name: AdministrationName
  /** What it was done to, by its number. */
  readonly subject?: { readonly type: SubjectType; readonly id: number }
  /** Identifiers and settings; nothing that names a person and no secret. */
  readonly before?: Words
  readonly after?: Words
  /** Names and addresses of one person: sealed with their key, unreadable once they are erased. */
  readonly personal?: { readonly person: Person; readonly words: Words }
}

export type SubjectType =
  | 'USER'
  | 'CONTACT'
  | 'API_CLIENT'
  | 'SCREENING_HIT'
  | 'SCREENING_LIST'
  | 'WEBHOOK'
  | 'ACCOUNT'
  | 'SESSION'
  | 'THIRD_PARTY'
  | 'DOSSIER'
  | 'DOCUMENT'
  | 'ATTRIBUTE'
  | 'RULE'
  | 'CALENDAR_LINK'
  | 'UNIT'
  | 'TEAM'
  | 'TASK'
  | 'PROVISIONING_TOKEN'
  | 'DIRECTORY_GROUP'
  | 'IMPORT'
  | 'OPERATOR'

interface Recorded {
  readonly scope: AdministrationScope
  readonly entry: AdministrationEntry
}

const pending = new WeakMap<Tx, Recorded[]>()

/**
 * Says in the administration journal what this transaction does: both are kept or neither. Entries wait in
 * memory until just before the commit, so that the chain is locked for an instant only.
 */
export function recordAdministration(tx: Tx, scope: AdministrationScope, entry: AdministrationEntry): void {
  const waiting = pending.get(tx)
  if (waiting) {
    waiting.push({ scope, entry })
    return
  }
  const recorded: Recorded[] = [{ scope, entry }]
  pending.set(tx, recorded)
  beforeCommit(tx, () => append(tx, recorded), 'very last')
}

async function append(tx: Tx, recorded: readonly Recorded[]): Promise<void> {
  // What another hook records from here on needs an append of its own.
  pending.delete(tx)
  try {
    // One order for all: two transactions that write to the same chains must not wait for each other.
    const ordered = recorded.toSorted((a, b) => a.scope.accountId - b.scope.accountId)
    const entries = []
    for (const one of ordered) entries.push(await chainEntry(tx, one))
    await sql`select administration_append(${JSON.stringify(entries)}::jsonb)`.execute(tx)
    const accounts = new Set(ordered.map(({ scope }) => scope.accountId))
    accounts.delete(operatorChain)
    for (const accountId of accounts)
      await withAccount(tx, accountId, () => wakeFollowers(tx, accountId, 'ADMINISTRATION'))
  } catch (error) {
    // A deadlock is worth another try of the whole transaction; anything else means: no journal, no act.
    const state = (error as { code?: string }).code
    if (state === '40001' || state === '40P01') throw error
    throw new AppError('JOURNAL_UNAVAILABLE', {}, { cause: error })
  }
}

async function chainEntry(tx: Tx, { scope, entry }: Recorded) {
  return {
    accountId: scope.accountId,
    name: entry.name,
    actorType: scope.actor.type,
    actorId: scope.actor.id,
    subjectType: entry.subject?.type ?? null,
    subjectId: entry.subject?.id ?? null,
    detail: JSON.stringify(await encryptWords(tx, scope, entry)),
  }
}

/** What a person's box holds: who they are as the actor, or what is said of them. */
export interface BoxWords {
  readonly actor?: string
  readonly origin?: Origin
  readonly personal?: Words
}

export interface StoredWords extends BoxWords {
  readonly before?: Words
  readonly after?: Words
  /** Null stands for words that could not be sealed any more: the person had been erased. */
  readonly sealed?: readonly { readonly person: string; readonly box: string | null }[]
}

interface Box {
  readonly person: Person
  readonly words: BoxWords
}

/** What is about a person lies in a box that only their key opens; the chain covers the closed box. */
async function encryptWords(
  tx: Tx,
  scope: AdministrationScope,
  entry: AdministrationEntry,
): Promise<StoredWords> {
  const actor = personOf(scope.actor)
  const { personal } = entry
  const origin = scope.origin ? { origin: scope.origin } : {}
  const byActor = { actor: scope.actor.name, ...origin }
  // Whoever knocks at somebody's door is mostly that person: where from is kept, and forgotten, with them.
  const isAtDoor = scope.actor.type === 'ANYONE' && personal !== undefined
  const boxes: Box[] = [
    ...(actor ? [{ person: actor, words: byActor }] : []),
    ...(personal
      ? [{ person: personal.person, words: { personal: personal.words, ...(isAtDoor && origin) } }]
      : []),
  ]
  const agent = 'agent' in scope.actor ? { agent: scope.actor.agent } : null
  return {
    ...(!actor && (isAtDoor ? { actor: scope.actor.name } : byActor)),
    ...(entry.before && { before: entry.before }),
    ...((entry.after ?? agent) && { after: { ...entry.after, ...agent } }),
    ...(boxes.length > 0 && { sealed: await seal(tx, scope, boxes) }),
  }
}

async function seal(
  tx: Tx,
  scope: AdministrationScope,
  boxes: readonly Box[],
): Promise<{ person: string; box: string | null }[]> {
  // The operator keeps numbers of people, never their names: there is no account that could erase them.
  if (scope.accountId === operatorChain) return []
  const people = boxes.map(({ person }) => person)
  const keys = await keysToSeal(tx, scope, people)
  return boxes.map(({ person, words }) => {
    const key = keys.get(nameOfPerson(person))
    return { person: nameOfPerson(person), box: key ? sealFor(scope, person, words, key) : null }
  })
}

function personOf({ type, id }: AdministrationActor): Person | null {
  return id !== null && (type === 'USER' || type === 'CONTACT') ? { type, id } : null
}
