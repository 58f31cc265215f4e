import { Type } from 'typebox'
import {
  beforeAfter,
  comment,
  dayOrNull,
  erasableBeforeAfter,
  eventData,
  flag,
  followersShape,
  id,
  idOrNull,
  kindOf,
  noKind,
  oneOf,
  orNull,
  ownerShape,
  referenceShape,
  text,
  texts,
  textOrNull,
  wasArchived,
} from './parts.ts'

// What may be absent: older events say less.
export const dossierAdded = eventData('DossierAddedData', {
  dossierTypeCode: text('The type of the dossier.'),
  typeVersion: Type.Optional(Type.Integer({ description: 'The version of that type.' })),
  origin: oneOf(
    ['RULE', 'ON_DEMAND', 'RENEWAL'],
    'What opened it: a rule, somebody, or the end of the former one.',
  ),
  ruleId: idOrNull('The rule.'),
  renews: idOrNull('The dossier it follows.'),
  reference: Type.Optional(textOrNull('The account’s own reference.')),
  expirationDate: Type.Optional(dayOrNull('The last good day of the dossier')),
  dueDate: Type.Optional(dayOrNull('The day everything is due')),
  described: Type.Optional(flag('Whether it has a description.')),
  description: Type.Optional(textOrNull('The description; absent once its author was erased.')),
})

const approvalState = oneOf(
  ['NOT_NEEDED', 'WAITING', 'IN_PROGRESS', 'APPROVED', 'REFUSED'],
  'Where the approval as a whole stands.',
)
const stepState = oneOf(
  ['WAITING', 'OPEN', 'APPROVED', 'REFUSED', 'SKIPPED', 'CLOSED'],
  'Where the step stands.',
)
const approvalSide = Type.Object({
  approval: Type.Optional(
    orNull(approvalState, 'Where the approval as a whole stands; null before the first.'),
  ),
  state: Type.Optional(stepState),
})

const approvalMoved = eventData('DossierApprovalData', {
  kind: kindOf('APPROVAL_STEP'),
  act: oneOf(
    ['STEP_MOVED', 'DECIDED', 'DELEGATED', 'CONCLUDED', 'REOPENED'],
    'A step opened or ended, somebody decided or asked somebody else to, all is decided, or it starts again.',
  ),
  round: Type.Integer({ description: 'How often the approval has started.' }),
  step: Type.Optional(text('The step.')),
  outcome: Type.Optional(oneOf(['APPROVED', 'REFUSED'], 'What was decided.')),
  actsAs: Type.Optional(text('In which capacity the person decided.')),
  forUserId: Type.Optional(idOrNull('In whose place.')),
  from: Type.Optional(id('Who asked somebody else to decide.')),
  to: Type.Optional(id('Who was asked.')),
  reason: Type.Optional(
    oneOf(['NOT_VALID', 'REACTIVATED', 'STEPS_CHANGED', 'RESTARTED'], 'Why it starts again.'),
  ),
  comment,
  before: Type.Optional(approvalSide),
  after: Type.Optional(approvalSide),
})

const statusReason = text('Why the dossier has its status.')

export const dossierUpdated = Type.Union(
  [
    eventData(
      'DossierEditedData',
      {
        kind: noKind,
        changed: Type.Optional(texts('The fields that changed.')),
        ...erasableBeforeAfter({
          reference: Type.Optional(textOrNull('The account’s own reference.')),
          description: Type.Optional(textOrNull('The description; absent once its author was erased.')),
          expirationDate: Type.Optional(dayOrNull('The last good day of the dossier')),
          dueDate: Type.Optional(dayOrNull('The day everything is due')),
          legalHold: Type.Optional(textOrNull('Why nothing may be deleted; null: it may.')),
        }),
      },
      'Its own fields, or its legal hold.',
    ),
    eventData('DossierReasonData', { kind: kindOf('STATUS_REASON'), ...beforeAfter({ statusReason }) }),
    approvalMoved,
    eventData('DossierOwnerData', ownerShape),
    eventData('DossierFollowersData', followersShape),
    eventData('DossierReferenceData', referenceShape),
  ],
  { title: 'DossierUpdatedData' },
)

export const dossierArchived = eventData('DossierArchivedData', wasArchived)
export const dossierReactivated = eventData('DossierReactivatedData', wasArchived)

export const templateUpdated = eventData('DossierTemplateUpdatedData', {
  ...beforeAfter({ typeVersion: Type.Integer({ description: 'The version of the dossier’s type.' }) }),
})

export const documentsUpdated = eventData('DossierDocumentsUpdatedData', {
  added: Type.Optional(texts('Codes of documents it asks for from now on.')),
  stopped: Type.Optional(texts('Codes of documents it asks for no more.')),
  changed: Type.Optional(texts('Codes of documents it asks for otherwise.')),
})

const dossierStatuses = [
  'ABSENT',
  'ONGOING',
  'ACTION_REQUIRED',
  'VALID',
  'BELOW_EXPECTATION',
  'INVALID',
] as const
export const dossierStatusUpdated = eventData('DossierStatusUpdatedData', {
  before: Type.Union([Type.Enum([...dossierStatuses]), Type.Null()], {
    description: 'The former status; null for a new dossier.',
  }),
  after: oneOf(dossierStatuses, 'The new status.'),
  reason: Type.Optional(statusReason),
})
