import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { journalCommand } from '../../src/commands/journal.ts'
import { loadConfig } from '../../src/config.ts'
import {
  chainsOf,
  operatorKey,
  runAnchoring,
  targetStates,
  type TargetState,
} from '../../src/domain/anchors/index.ts'
import { openAnchors } from '../../src/open-anchors.ts'
import { openCheckpoints } from '../../src/open-checkpoints.ts'
import {
  updateAdministrationCheckpoints,
  operatorChain,
  operatorScope,
  recordAdministration,
} from '../../src/platform/administration/index.ts'
import { updateCheckpoints, recordPast, type ChainName } from '../../src/platform/journal/index.ts'
import { systemClock, type Clock, type Scope, wholeAccount } from '../../src/platform/kernel/index.ts'
import { handlersOf } from '../../src/worker.ts'
import { newAccount } from '../database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'

const secretKey = new Uint8Array(32).fill(7)

export interface AnchorDesk extends TestDatabase {
  /** Of the checkpoint files. */
  readonly folder: string
  readonly scope: Scope
  /** What the log was told. */
  readonly told: object[]
  append(count: number, to?: Scope): Promise<void>
  /** The same in the administration journal, of the operator too. */
  administer(count: number, to?: AccountScope): Promise<void>
  /** Signs where the journals stand, the operator's too. */
  sign(environment?: Settings, scopes?: readonly Scope[]): Promise<void>
  /** Sends what is waiting to the places of these settings, as the job does. */
  anchor(environment: Settings, options?: { clock?: Clock; scopes?: readonly AccountScope[] }): Promise<void>
  states(of?: AccountScope, chain?: ChainName): Promise<Record<string, TargetState>>
  /** The two jobs as a worker has them bound: the first queues the second, which this runs when it is there. */
  runJobs(environment: Settings): Promise<void>
  /** A command of the program, with these settings. */
  journal(environment: Settings, ...words: string[]): Promise<{ printed: string; exitCode: unknown }>
  /** As a superuser with the guards off. */
  tamper(statements: string, of?: AccountScope): Promise<void>
}

type Settings = Record<string, string>
type AccountScope = Pick<Scope, 'accountId'>

/** An installation with one account, and settings that change from one step to the next. */
export async function anchorDesk(): Promise<AnchorDesk> {
  const database = await testDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-anchors-'))
  const folder = path.join(dataDir, 'checkpoints')
  const scope = await newAccount(database)
  const told: object[] = []
  const log = { error: (values: object) => void told.push(values) }
  const configOf = (environment: Settings) => loadConfig({ VIGIE_DATA_DIR: dataDir, ...environment })
  const open = (environment: Settings) => {
    const config = configOf(environment)
    const anchors = openAnchors(config)
    const checkpoints = openCheckpoints(config, secretKey)
    const close = async () => anchors.store?.close()
    return { db: database.db, clock: systemClock, checkpoints, anchors, close }
  }
  return {
    ...database,
    folder,
    scope,
    told,
    append: (count, to = scope) =>
      database.db.write(to, async (tx) => {
        for (let id = 1; id <= count; id += 1)
          recordPast(tx, to, { name: 'THIRD_PARTY_ADDED', thirdpartyId: id })
      }),
    administer: (count, { accountId } = scope) =>
      database.db.write(wholeAccount(accountId), async (tx) => {
        const by = operatorScope('test', accountId)
        for (let id = 1; id <= count; id += 1)
          recordAdministration(tx, by, { name: 'WEBHOOK_CHANGED', subject: { type: 'WEBHOOK', id } })
      }),
    sign: async (environment = {}, scopes = [scope]) => {
      const { checkpoints } = open(environment)
      const accountIds = scopes.map(({ accountId }) => accountId)
      await updateCheckpoints(database.db, checkpoints, { accountIds, log })
      await updateAdministrationCheckpoints(database.db, checkpoints, { accountIds, log })
    },
    anchor: async (environment, { clock = systemClock, scopes = [scope] } = {}) => {
      const { anchors, close } = open(environment)
      const chains = scopes.flatMap(({ accountId }) =>
        accountId === operatorChain ? [operatorKey] : chainsOf([accountId]),
      )
      const signal = new AbortController().signal
      await runAnchoring(database.db, { targets: anchors.targets, chains, clock, log, signal })
      await close()
    },
    states: async (of = scope, chain = 'EVENTS') => {
      const found = await database.db.read(wholeAccount(of.accountId), (tx) => targetStates(tx, of))
      const ofChain = found.filter((state) => state.chain === chain)
      return Object.fromEntries(ofChain.map((state) => [state.target, state]))
    },
    runJobs: async (environment) => {
      const config = configOf(environment)
      const { checkpoints, anchors, close } = open(environment)
      const quiet = { info: () => undefined, warn: () => undefined, ...log }
      const outside = { references: {} as never, store: {} as never, appUrl: '' }
      const parts = { config, clock: systemClock, checkpoints, anchors: anchors.targets, log: quiet }
      const handlers = handlersOf({ ...outside, ...parts })
      const signal = new AbortController().signal
      const attempt = { attempt: 1, isLastAttempt: false, scope: null, signal }
      const context = { db: database.db, clock: systemClock, log: quiet, ...attempt }
      await handlers['journal.checkpoint']({}, context)
      const { rowCount } = await database.admin.query(
        `delete from graphile_worker._private_jobs where key = 'journal.anchor'`,
      )
      if (rowCount === 1) await handlers['journal.anchor']({}, context)
      await close()
    },
    journal: async (environment, ...words) => runJournal(() => Promise.resolve(open(environment)), words),
    tamper: async (statements, of = scope) => {
      const scoped = `set search_path = vigie; set session_replication_role = replica; ${statements};
        reset session_replication_role`
      await database.admin.query(scoped.replaceAll(':account', String(of.accountId)))
    },
    close: async () => {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function runJournal(
  open: Parameters<typeof journalCommand>[0]['open'],
  words: readonly string[],
): Promise<{ printed: string; exitCode: unknown }> {
  process.exitCode = undefined
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    await journalCommand({ open }).exitOverride().parseAsync(words, { from: 'user' })
    return { printed, exitCode: process.exitCode ?? 0 }
  } finally {
    spy.mockRestore()
    process.exitCode = undefined
  }
}

/** Cuts everything behind an event, and sets the head back onto it: in itself the journal is whole again. */
export const cutBehind = (seq: number) => `
  delete from event where account_id = :account and seq > ${seq};
  delete from event_detail where account_id = :account and seq > ${seq};
  update journal_head h set seq = e.seq, hash = e.hash, occurred_at = e.occurred_at from event e
    where h.account_id = :account and e.account_id = :account and e.seq = ${seq}`
