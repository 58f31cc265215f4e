import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createAccount } from '../../src/create-account.ts'
import type { ResponseState } from '../../src/domain/evaluation/status/response-states.ts'
import type { Tx } from '../../src/platform/db/index.ts'
import { AppError, type Scope } from '../../src/platform/kernel/index.ts'
import type { TestApp } from '../harness/index.ts'
import { expectLegal, expectStatuses, factsOf, type Facts, type StoredDocument } from './facts.ts'

/** Which of the things that are there a step takes; the same numbers, the same history. */
export interface Choice {
  readonly pick: number
  readonly more: number
}

export interface History {
  readonly t: TestApp
  readonly scope: Scope
  readonly thirdpartyId: number
  facts: Facts
  done: number
  refused: number
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Moves the account's clock, which stands at noon. */
  passDays(days: number): Promise<void>
}

/** An account of its own with one company, at noon of today: no history runs past midnight by itself. */
export async function begin(t: TestApp): Promise<History> {
  const made = { name: `Model ${randomUUID()}`, kind: 'SANDBOX' as const }
  const { accountId } = await t.db.system((tx) => createAccount(tx, made))
  const noon = new Date()
  noon.setUTCHours(12, 0, 0, 0)
  const passed = (ms: number) =>
    t.admin.query('update account set clock_offset_ms = clock_offset_ms + $2 where account_id = $1', [
      accountId,
      ms,
    ])
  await passed(noon.getTime() - Date.now())
  const scope: Scope = { accountId, units: 'ALL', actor: { type: 'USER', id: 1, name: 'Model' } }
  const { rows } = await t.db.write(scope, (tx) =>
    sql<{ id: number }>`
      insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, name,
        country_code, naf_code, created_at, updated_at, wire)
      values (${accountId}, 'CIT003', '123456789', 'UNMANAGED', 'COMPLETE', 'Model SA', 'FR', '62.01Z', now(),
        now(), '')
      returning thirdparty_id as id`.execute(tx),
  )
  return {
    t,
    scope,
    thirdpartyId: rows[0]?.id ?? 0,
    facts: await factsOf(t, accountId),
    done: 0,
    refused: 0,
    write: (work) => t.db.write(scope, work),
    passDays: async (days) => {
      await passed(days * 86_400_000)
    },
  }
}

/** Does one thing and compares. What is refused has changed nothing. */
export async function play(history: History, act: () => Promise<void>): Promise<void> {
  const before = history.facts
  let refusal: AppError | null = null
  try {
    await act()
    history.done += 1
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    refusal = error
    history.refused += 1
  }
  const after = await factsOf(history.t, history.scope.accountId)
  if (refusal !== null && JSON.stringify(before) !== JSON.stringify(after)) {
    throw new Error(`Refused with ${refusal.code}, and yet something changed.`)
  }
  expectLegal(before, after)
  expectStatuses(after)
  history.facts = after
}

/** One of the list; now and then of those that do not fit, which must be refused. */
export function chosen<T>(
  all: readonly T[],
  fits: (one: T) => boolean,
  { pick, more }: Choice,
): T | undefined {
  const fitting = all.filter(fits)
  const from = fitting.length === 0 || more % 10 === 0 ? all : fitting
  return from[pick % Math.max(1, from.length)]
}

export function answerIn({ facts }: History, states: readonly ResponseState[], choice: Choice): number {
  const found = chosen(facts.answers, ({ state }) => states.includes(state), choice)
  return found?.responseId ?? 0
}

export function askedDocument({ facts }: History, choice: Choice): StoredDocument | undefined {
  const open = new Set(facts.dossiers.filter((one) => !one.archived).map((one) => one.dossierId))
  // A few documents, so that their answers meet one another.
  const some = facts.documents.filter((_, index) => index % 3 === 0)
  return chosen(some, (one) => !one.stopped && open.has(one.dossierId), choice)
}
