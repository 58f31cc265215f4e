import { Type, type Static } from 'typebox'
import { dateSchema, dateTimeSchema, nullable, namedObject } from '../../platform/http/index.ts'
import { roles } from '../../platform/kernel/index.ts'
import { approvalStates } from '../evaluation/index.ts'
import { stepStates } from './approvals.queries.ts'
import { actings } from './seats.ts'

const person = Type.Integer()
const callerPlaces = ['CAN_DECIDE', 'DECIDED', 'AUTHOR', 'NOT_NAMED'] as const
export type CallerPlace = (typeof callerPlaces)[number]
const outcomes = ['APPROVED', 'REFUSED'] as const
const actsAs = Type.Enum([...actings], {
  description:
    'OWN: the step names them. DELEGATE: somebody asked them to decide in their place. SUBSTITUTE: for somebody away. DUTY: as duty holder, because others are too few.',
})
const forUserId = nullable(Type.Integer({ description: 'In whose place, if in somebody’s.' }))

const Step = namedObject('ApprovalStep', {
  key: Type.String(),
  title: Type.String(),
  by: Type.Object({
    role: nullable(Type.Enum([...roles])),
    teamId: nullable(Type.Integer()),
    unitId: nullable(Type.Integer()),
  }),
  need: Type.Enum(['ANY', 'ALL', 'COUNT']),
  count: nullable(Type.Integer()),
  dueDays: Type.Integer(),
  state: Type.Enum([...stepStates], {
    description:
      'WAITING: not reached yet. SKIPPED: its condition held when it was reached. CLOSED: the approval ended before.',
  }),
  openedAt: nullable(dateTimeSchema),
  dueDate: nullable(dateSchema),
  settledAt: nullable(dateTimeSchema),
  onDuty: Type.Boolean({
    description: 'Those whom the step names are too few, so the duty holder decides with them or for them.',
  }),
  lacking: Type.Integer({
    description:
      'How many more people it takes than can decide at all. The step waits until somebody is found.',
  }),
  caller: nullable(
    Type.Enum([...callerPlaces], {
      description:
        'Of the open step: CAN_DECIDE, DECIDED (already), AUTHOR (of an answer of the dossier, who takes no part) or NOT_NAMED.',
    }),
  ),
  deciders: Type.Array(Type.Object({ userId: person, actsAs, forUserId }), {
    description: 'Who can decide now and has not.',
  }),
  decisions: Type.Array(
    Type.Object({
      userId: person,
      actsAs,
      forUserId,
      outcome: Type.Enum([...outcomes]),
      remark: nullable(Type.String()),
      decidedAt: dateTimeSchema,
    }),
  ),
  delegations: Type.Array(Type.Object({ fromUserId: person, toUserId: person, delegatedAt: dateTimeSchema })),
})
export type StepRecord = Static<typeof Step>

export const ApprovalRecord = Type.Object(
  {
    dossierId: Type.Integer(),
    state: Type.Enum([...approvalStates], {
      description:
        'NOT_NEEDED: no step asks for it. WAITING: the dossier is not valid, or became so a moment ago. IN_PROGRESS, APPROVED, REFUSED: what the steps decided so far.',
    }),
    round: Type.Integer({ description: 'Raised whenever the approval starts again.' }),
    since: nullable(dateTimeSchema),
    steps: Type.Array(Step, { description: 'In the order in which they are reached.' }),
    people: Type.Array(Type.Object({ userId: Type.Integer(), name: Type.String() }), {
      description: 'Names of all who are told by number above, but for those who have left.',
    }),
  },
  { title: 'Approval' },
)
export type ApprovalRecord = Static<typeof ApprovalRecord>

export const DecisionBody = Type.Object({
  outcome: Type.Enum([...outcomes]),
  remark: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 4_000 }))),
})

export const MyStep = Type.Object(
  {
    stepId: Type.Integer(),
    dossierId: Type.Integer(),
    thirdpartyId: Type.Integer(),
    thirdpartyName: nullable(Type.String()),
    dossierType: Type.Object({ code: Type.String(), label: Type.String() }),
    key: Type.String(),
    title: Type.String(),
    openedAt: dateTimeSchema,
    dueDate: dateSchema,
    actsAs,
    forUserId,
  },
  { title: 'MyApprovalStep' },
)
