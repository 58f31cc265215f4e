import { Type } from 'typebox'
import { dateTimeSchema, namedObject, nullable } from '../../platform/http/index.ts'
import { quotaNames } from '../accounts/index.ts'
import { TrustedLists } from '../trust/index.ts'

export const config = { right: 'public', rate: { name: 'operator', perSecond: 20, burst: 200 } } as const
export const tags = ['Operator']
export const forOperators =
  'For the operators of the installation: in a session of theirs, or with OPERATOR_TOKEN as bearer.'
export const forPeople =
  'For the operators of the installation, in a session of theirs; OPERATOR_TOKEN is not enough.'
const when = nullable(dateTimeSchema)

export const Attention = namedObject('OperatorAttention', {
  kind: Type.Enum([
    'QUARANTINE',
    'SILENT_PROCESS',
    'NO_WORKER',
    'FAILED_JOBS',
    'LATE_JOBS',
    'OUTSIDE_DOWN',
    'LIST_FAULT',
    'TRUSTED_LISTS_END',
    'JOURNAL_BROKEN',
    'MIGRATION_FAULT',
    'BACKUP_LATE',
    'BACKUP_OFF',
  ]),
  count: Type.Integer({ description: 'How many of them there are.' }),
})
export const OperatorProcess = namedObject('OperatorProcess', {
  processId: Type.String(),
  role: Type.String({ description: 'SERVICE or WORKER' }),
  runsJobs: Type.Boolean(),
  version: Type.String(),
  host: Type.String(),
  pid: Type.Integer(),
  startedAt: dateTimeSchema,
  seenAt: dateTimeSchema,
  silent: Type.Boolean({ description: 'It gave no sign of life for 45 seconds, and did not stop in order.' }),
})
export const Outside = namedObject('OperatorOutside', {
  dependency: Type.String(),
  name: Type.String(),
  isUp: Type.Boolean(),
  faults: Type.Integer({ description: 'Since its processes started.' }),
  lastFault: nullable(Type.String()),
  succeededAt: nullable(Type.String()),
})
const OperatorList = namedObject('OperatorList', {
  source: Type.String(),
  listClass: Type.String(),
  version: nullable(Type.Integer()),
  entries: Type.Integer(),
  hours: Type.Integer({ description: 'Since it was last confirmed.' }),
  confirmedAt: when,
  triedAt: when,
  nextFetchAt: nullable(Type.String({ description: 'Null for a list that is not fetched.' })),
  lastFault: nullable(Type.String()),
})
export const OperatorLists = namedObject('OperatorLists', {
  content: Type.Array(OperatorList),
  trusted: TrustedLists,
  codeAuthorities: TrustedLists,
})
export const Backups = namedObject('OperatorBackups', {
  everyHours: Type.Integer({ description: '0: none are made by themselves.' }),
  nextAt: when,
  fault: nullable(Type.String({ description: 'Why the place for copies could not be read.' })),
  content: Type.Array(
    Type.Object({
      id: Type.String(),
      takenAt: Type.String(),
      finishedAt: Type.String({ description: 'Each copy is verified before it counts as one.' }),
      version: Type.String(),
      files: Type.Integer(),
      addedBytes: Type.Number(),
    }),
  ),
})
export const Migrations = namedObject('OperatorMigrations', {
  applied: Type.Array(Type.Object({ name: Type.String(), appliedAt: dateTimeSchema })),
  long: Type.Array(
    Type.Object({
      name: Type.String(),
      done: Type.Integer(),
      total: nullable(Type.Integer()),
      startedAt: when,
      finishedAt: when,
      error: nullable(Type.String()),
    }),
  ),
})
/** A list: what the settings of an installation are about. */
const featureNames = [
  'SERVICE',
  'DATABASE',
  'WORKERS',
  'OPERATOR_TOKEN',
  'LOGS_AND_METRICS',
  'TRACES',
  'LEAVING',
  'LIMITS',
  'DEMONSTRATION',
  'MAIL',
  'MAIL_REPORTS',
  'OBJECT_STORE',
  'FILE_ENCRYPTION',
  'FILE_LINKS',
  'VIRUS_SCANNER',
  'SCANS',
  'DOCUMENT_VERIFICATION',
  'FRENCH_REGISTER',
  'INTERNATIONAL_REGISTERS',
  'LEGAL_ANNOUNCEMENTS',
  'SCREENING_LISTS',
  'SCREENING_SERVICE',
  'BACKUPS',
  'CHECKPOINTS',
  'WEBHOOKS',
  'DATA_PROVIDERS',
  'SINGLE_SIGN_ON',
] as const

export const Features = namedObject('OperatorFeatures', {
  content: Type.Array(
    Type.Object({
      feature: Type.Enum([...featureNames]),
      on: nullable(Type.Boolean({ description: 'Null for what is always there.' })),
      by: Type.Array(Type.String({ description: 'Of its settings, those that switch it.' })),
      settings: Type.Array(
        Type.Object({
          name: Type.String(),
          source: Type.Enum(['environment', 'default']),
          value: nullable(Type.String({ description: 'Always null for a secret.' })),
          secret: Type.Boolean(),
        }),
      ),
    }),
  ),
})
export const quotaName = Type.Enum([...quotaNames])
export const OperatorAccount = namedObject('OperatorAccount', {
  accountId: Type.Integer(),
  name: Type.String(),
  kind: Type.String(),
  createdAt: dateTimeSchema,
  users: Type.Integer(),
  companies: Type.Number(),
  files: Type.Integer(),
  bytes: Type.Number(),
  hasMoreFiles: Type.Boolean({
    description: 'Not all were counted: there are at least so many files and bytes.',
  }),
  standing: nullable(
    Type.Object(
      {
        state: Type.Enum(['SUSPENDED', 'LEAVING', 'DELETING']),
        deletionDueAt: nullable(dateTimeSchema),
      },
      { description: 'What keeps the account from being used; null where nothing does.' },
    ),
  ),
  quotas: Type.Array(
    Type.Object({
      quota: quotaName,
      most: Type.Integer(),
      own: Type.Boolean({ description: 'Set for this account; otherwise the setting of the installation.' }),
    }),
  ),
  journal: Type.Object({
    seq: Type.Integer(),
    at: when,
    checkpointSeq: nullable(Type.Integer()),
    checkpointAt: when,
    anchorsWaiting: Type.Integer(),
    anchoredAt: when,
    verificationAskedAt: when,
    verifiedAt: when,
    verifiedEvents: nullable(Type.Integer()),
    brokenSeq: nullable(Type.Integer()),
    fault: nullable(Type.String()),
  }),
})
export const OperatorMails = namedObject('OperatorMails', {
  newest: Type.Integer({ description: 'How many of the newest mails were looked at.' }),
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      waiting: Type.Integer(),
      sent: Type.Integer(),
      refused: Type.Integer(),
    }),
  ),
  refused: Type.Array(
    Type.Object({
      mailId: Type.Integer(),
      template: Type.String(),
      recipient: Type.String({ description: 'Masked.' }),
      attempts: Type.Integer(),
      fault: nullable(Type.String()),
      delivery: nullable(Type.String()),
      createdAt: dateTimeSchema,
    }),
  ),
})
export const Done = Type.Object({ changed: Type.Integer() })
