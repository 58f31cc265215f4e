import { sql } from 'kysely'
import { beforeCommit, type Tx } from '../db/index.ts'
import { AppError, type Actor, type Origin } from '../kernel/index.ts'
import { keysToSeal, nameOfPerson, sealFor, type Person } from '../journal/index.ts'
import type { AdministrationName } from './administration-names.ts'

/** The operator's own chain. No account has this number. */
export const operatorChain = 0

/** Besides those of the journal: whoever runs a command of the installation, and whoever is not signed in. */
export type AdministrationActor =
  | Actor
  | { readonly type: 'OPERATOR' | 'ANYONE'; readonly id: null; readonly name: string }

/** Whose chain it goes to, who did it and from where. The scope of a request is one. */
export interface AdministrationScope {
  readonly accountId: number
  readonly actor: AdministrationActor
  readonly origin?: Origin | undefined
}

type Words = Readonly<Record<string, unknown>>

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
  | 'API_CLIENT'
  | 'WEBHOOK'
  | 'ACCOUNT'
  | 'SESSION'
  | 'THIRD_PARTY'
  | 'DOSSIER'

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
  beforeCommit(tx, () => append(tx, recorded), 'last')
}

async function append(tx: Tx, recorded: readonly Recorded[]): Promise<void> {
  pending.delete(tx)
  try {
    // One order for all: two transactions that write to the same chains must not wait for each other.
    const ordered = recorded.toSorted((a, b) => a.scope.accountId - b.scope.accountId)
    const entries = []
    for (const one of ordered) entries.push(await chainEntry(tx, one))
    await sql`select administration_append(${JSON.stringify(entries)}::jsonb)`.execute(tx)
  } catch (error) {
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
    detail: JSON.stringify(await storedWords(tx, scope, entry)),
  }
}

/** What is about a person lies in a box that only their key opens; the chain covers the closed box. */
async function storedWords(tx: Tx, scope: AdministrationScope, entry: AdministrationEntry) {
  const actor = personOf(scope.actor)
  const byActor = { actor: scope.actor.name, ...(scope.origin && { origin: scope.origin }) }
  const boxes = [
    ...(actor ? [{ person: actor, words: byActor }] : []),
    ...(entry.personal ? [entry.personal] : []),
  ]
  return {
    ...(!actor && byActor),
    ...(entry.before && { before: entry.before }),
    ...(entry.after && { after: entry.after }),
    ...(boxes.length > 0 && { sealed: await seal(tx, scope, boxes) }),
  }
}

async function seal(
  tx: Tx,
  scope: AdministrationScope,
  boxes: readonly { person: Person; words: Words }[],
): Promise<{ person: string; box: string }[]> {
  // The operator keeps numbers of people, never their names: there is no account that could erase them.
  if (scope.accountId === operatorChain) return []
  const keys = await keysToSeal(
    tx,
    scope,
    boxes.map(({ person }) => person),
  )
  return boxes.flatMap(({ person, words }) => {
    const key = keys.get(nameOfPerson(person))
    return key ? [{ person: nameOfPerson(person), box: sealFor(scope, person, words, key) }] : []
  })
}

function personOf({ type, id }: AdministrationActor): Person | null {
  return id !== null && (type === 'USER' || type === 'CONTACT') ? { type, id } : null
}
