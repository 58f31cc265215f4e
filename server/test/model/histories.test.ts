import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyJournal } from '../../src/platform/journal/index.ts'
import { seed } from '../harness/fixed-seed.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { begin, play, type History } from './history.ts'
import { steps } from './steps.ts'

const histories = Number(process.env['VIGIE_HISTORIES'] ?? 10)

const names = Object.entries(steps).flatMap(([name, [weight]]) => Array<string>(weight).fill(name))
const anyStep = fc.record({
  name: fc.constantFrom(...names),
  pick: fc.nat({ max: 10_000 }),
  more: fc.nat({ max: 10_000 }),
})

/** Through every state and status, played before the random ones: what is demanded below never waits for luck. */
const playedFirst = [
  ['draft', 'submit draft', 'check', 'approve', 'submit', 'check', 'approve', 'correct', 'time'],
  ['submit', 'check', 'reject inside', 'submit', 'check', 'reject shared', 'submit', 'withdraw'],
  ['submit', 'check', 'approve', 'archive', 'retire'],
].map((known): [{ name: string; pick: number; more: number }[]] => [
  // With this number a corrected answer ends today, and six days pass.
  known.map((name) => ({ name, pick: 0, more: 5 })),
])

describe('Random histories of dossiers', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test(
    'The stored statuses follow the rules, and only what the tables allow happens',
    async () => {
      const seen = { done: 0, refused: 0, states: new Set<string>(), statuses: new Set<string>() }
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 50, size: 'max' }), async (played) => {
          const history = await begin(t)
          await play(history, async () => void (await steps['open']?.[1](history, { pick: 0, more: 1 })))
          for (const { name, ...choice } of played) {
            await play(history, async () => void (await steps[name]?.[1](history, choice)))
            for (const { state } of history.facts.answers) seen.states.add(state)
            for (const { status } of history.facts.documents) seen.statuses.add(status)
          }
          await expectJournal(history)
          await expectReasons(history)
          seen.done += history.done
          seen.refused += history.refused
        }),
        {
          numRuns: histories + playedFirst.length,
          examples: playedFirst,
          seed,
          endOnFailure: histories > 60,
        },
      )
      // A model that never leaves the beginning proves nothing.
      expect(seen.done).toBeGreaterThan(seen.refused)
      expect([...seen.states].toSorted()).toEqual([
        'ACCEPTED',
        'CHECKING',
        'DELETED',
        'DENIED',
        'DRAFT',
        'EXPIRED',
        'INTERRUPTED',
        'PENDING',
        'SUPERSEDED',
      ])
      expect([...seen.statuses].toSorted()).toEqual([
        'ACTION_REQUIRED',
        'BELOW_EXPECTATION',
        'INVALID',
        'MISSING',
        'ONGOING',
        'VALID',
      ])
    },
    Math.max(120_000, histories * 5_000),
  )

  /** The journal holds, and tells of each document a story without gaps that ends with its stored status. */
  async function expectJournal({ scope, facts }: History): Promise<void> {
    const verdict = await t.db.read(scope, (tx) => verifyJournal(tx, scope))
    expect(verdict).toMatchObject({ intact: true })
    const { rows } = await t.admin.query<{ id: string; before: string | null; after: string }>(
      `select e.document_id as id, x.data -> 'data' ->> 'before' as before, x.data -> 'data' ->> 'after' as after
       from event e join event_type n on n.code = e.event_type join event_detail d using (account_id, seq)
       cross join lateral (select convert_from(d.payload, 'utf8')::jsonb as data) x
       where e.account_id = $1 and n.name = 'DOCUMENT_ANSWER_STATUS_UPDATE' order by e.seq`,
      [scope.accountId],
    )
    const told = new Map<number, string>()
    for (const { id, before, after } of rows) {
      expect(told.get(Number(id)) ?? null).toBe(before)
      expect(after).not.toBe(before)
      told.set(Number(id), after)
    }
    for (const { documentId, status } of facts.documents) expect(told.get(documentId)).toBe(status)
  }

  /** So it does of the reason of each dossier: with its status, or by an event of its own, and never both. */
  async function expectReasons({ scope, facts }: History): Promise<void> {
    const { rows } = await t.admin.query<{ id: string; name: string; data: ToldOfDossier }>(
      `select e.dossier_id as id, n.name, convert_from(d.payload, 'utf8')::jsonb -> 'data' as data
       from event e join event_type n on n.code = e.event_type join event_detail d using (account_id, seq)
       where e.account_id = $1 and n.name in ('DOSSIER_STATUS_UPDATED', 'DOSSIER_UPDATED') order by e.seq`,
      [scope.accountId],
    )
    const told = new Map<number, string>()
    for (const { id, name, data } of rows) {
      if (name === 'DOSSIER_STATUS_UPDATED' && data.reason) told.set(Number(id), data.reason)
      if (data.kind !== 'STATUS_REASON') continue
      expect(data.before.statusReason).toBe(told.get(Number(id)))
      expect(data.after.statusReason).not.toBe(data.before.statusReason)
      told.set(Number(id), data.after.statusReason)
    }
    for (const { dossierId, reason } of facts.dossiers) expect(told.get(dossierId)).toBe(reason)
  }
})

interface ToldOfDossier {
  readonly reason?: string
  readonly kind?: string
  readonly before: { readonly statusReason: string }
  readonly after: { readonly statusReason: string }
}
