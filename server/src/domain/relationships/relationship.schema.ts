import { Type, type Static } from 'typebox'
import { dateSchema, dateTimeSchema, nonBlankLine, nullable, namedObject } from '../../platform/http/index.ts'
import { relationshipFields, reviewCauses } from '../thirdparties/index.ts'
import { PartyBody } from '../teams/index.ts'
import { decisionStates } from './relationship.ts'

// One sign that is seen, at least: a reason of blanks is none.
const reason = Type.String({
  maxLength: 4_000,
  pattern: String.raw`\S`,
  description: 'Why it is so decided.',
})
const coverage = {
  maxLength: 1_000,
  description: 'For what it is decided, such as a country or a kind of purchase; null: for everything.',
}

export const DecisionBody = namedObject('RelationshipDecision', {
  state: Type.Enum([...decisionStates]),
  reason,
  scope: Type.Optional(nullable(Type.String({ pattern: String.raw`\S`, ...coverage }))),
  validUntil: Type.Optional(
    nullable(
      Type.String({
        ...dateSchema,
        description: 'The last day it holds; null: until somebody decides anew.',
      }),
    ),
  ),
  conditions: Type.Optional(
    Type.Array(
      Type.Object({
        text: nonBlankLine({ maxLength: 200, description: 'What has to be done.' }),
        dueOn: Type.Optional(nullable(dateSchema)),
        assignee: Type.Optional(nullable(PartyBody)),
      }),
      {
        maxItems: 20,
        description:
          'Of an approval under conditions, and only of one. Each becomes a task: of `assignee`, or of whoever answers for the company.',
      },
    ),
  ),
})

const Condition = namedObject('RelationshipCondition', {
  text: Type.String(),
  dueOn: nullable(dateSchema),
  taskId: nullable(Type.Integer()),
  taskState: nullable(Type.Enum(['OPEN', 'DONE', 'CANCELLED'])),
})

export const ChangeRecord = Type.Object(
  {
    number: Type.Integer({
      description: 'Counted from 1 for each company; the version of the relationship.',
    }),
    kind: Type.Enum(['DECIDED', 'REOPENED']),
    state: Type.Enum([...decisionStates], { description: 'What held from then on.' }),
    reason: nullable(Type.String()),
    scope: nullable(Type.String()),
    validUntil: nullable(dateSchema),
    conditions: Type.Array(Condition),
    cause: nullable(Type.Enum([...reviewCauses], { description: 'What reopened it; null of a decision.' })),
    at: dateTimeSchema,
    by: Type.Object({
      type: Type.String({ description: 'USER, API_CLIENT or JOB.' }),
      id: nullable(Type.Integer()),
      name: nullable(Type.String({ description: 'Null once the person has left the account.' })),
    }),
  },
  { title: 'RelationshipChange' },
)
export type ChangeView = Static<typeof ChangeRecord>

export const RelationshipRecord = Type.Object(
  {
    ...relationshipFields,
    inForce: Type.Boolean({
      description:
        'Whether what was last decided holds now; false before the first decision, and while a policy has suspended the company.',
    }),
    decision: nullable(ChangeRecord),
  },
  {
    title: 'Relationship',
    description: '`decision` is the last one, also while it waits to be decided anew.',
  },
)
