import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { dateTimeSchema, nullable, type HttpRoutes } from '../../platform/http/index.ts'
import { chainNames, type ChainName } from '../../platform/journal/index.ts'
import { formatDateTime } from '../../platform/kernel/index.ts'
import { targetNames, type TargetName } from './anchor.ts'
import { targetStates, type TargetState } from './anchors.queries.ts'

const TargetView = Type.Object({
  chain: Type.Enum([...chainNames], { description: 'The journal of events, or that of administration.' }),
  target: Type.Enum([...targetNames]),
  active: Type.Boolean({ description: 'Whether new checkpoints go there.' }),
  waiting: Type.Integer({ description: 'Checkpoints that have yet to arrive.' }),
  seq: nullable(Type.Integer({ description: 'The last event or entry vouched for there.' })),
  deliveredAt: nullable(dateTimeSchema),
  provenAt: nullable(dateTimeSchema),
  fault: nullable(Type.String({ description: 'Why the last attempt failed, while something waits.' })),
  attemptedAt: nullable(dateTimeSchema),
})

const schema = {
  operationId: 'listJournalAnchors',
  tags: ['Events'],
  summary: 'Where checkpoints of both journals go besides this service, and how far they got',
  description:
    'A time-stamping authority, a store that locks objects, a mailbox, a webhook: whatever the operator has set, and what was set before.',
  response: { 200: Type.Object({ targets: Type.Array(TargetView) }) },
} as const

interface AnchorsDeps {
  readonly db: Db
  readonly active: readonly TargetName[]
}

export const anchorsRoutes =
  ({ db, active }: AnchorsDeps): HttpRoutes =>
  async (app) => {
    app.get('/journal/anchors', { config: { right: 'audit' }, schema }, async ({ scope }) => {
      const states = await db.read(scope, (tx) => targetStates(tx, scope))
      return {
        targets: chainNames.flatMap((chain) =>
          targetNames.flatMap((target) => {
            const state = states.find((one) => one.chain === chain && one.target === target)
            const isActive = active.includes(target)
            return isActive || state ? [viewOf({ chain, target }, isActive, state)] : []
          }),
        ),
      }
    })
  }

interface Place {
  readonly chain: ChainName
  readonly target: TargetName
}

function viewOf({ chain, target }: Place, active: boolean, state: TargetState | undefined) {
  const formatOptional = (date: Date | null | undefined) => (date ? formatDateTime(date) : null)
  return {
    chain,
    target,
    active,
    waiting: state?.waiting ?? 0,
    seq: state?.deliveredSeq ?? null,
    deliveredAt: formatOptional(state?.deliveredAt),
    provenAt: formatOptional(state?.provenAt),
    fault: state?.fault ?? null,
    attemptedAt: formatOptional(state?.attemptedAt),
  }
}
