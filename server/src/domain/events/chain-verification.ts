import { Type, type Static } from 'typebox'
import { dateTimeSchema, nullable } from '../../platform/http/index.ts'
import { faults, type CheckpointSigner } from '../../platform/journal/index.ts'
import { formatDateTime, type Clock } from '../../platform/kernel/index.ts'
import type { NearEvidence, VerifyStep } from './verify-journal.ts'

/** How the walk of a chain is asked for, in either journal. */
export const verificationQuery = Type.Object({
  since: Type.Optional(Type.Enum(['checkpoint', 'start'], { description: 'By default `checkpoint`.' })),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Goes on behind this number.',
    }),
  ),
})

const comparedSchema = Type.Object(
  {
    files: nullable(
      Type.Integer({ description: 'Checkpoints of the file beside the service; null when there is none.' }),
    ),
    anchors: Type.Integer({ description: 'Copies of checkpoints that were sent elsewhere.' }),
    timeStamps: Type.Integer({ description: 'Time-stamps that hold, by an authority trusted here.' }),
    brokenTimeStamps: Type.Integer({ description: 'Those that do not.' }),
    provenSeq: nullable(Type.Integer({ description: 'The last event or entry that a time-stamp proves.' })),
    provenAt: nullable(dateTimeSchema),
  },
  { description: 'What was compared besides the checkpoints of the database.' },
)

/** What both journals answer; each adds how many it walked, in its own word. */
export const verificationFields = {
  intact: Type.Boolean(),
  complete: Type.Boolean({ description: 'False when there is more to walk: ask again with `after`.' }),
  from: Type.Integer({ description: 'The walk began behind this number.' }),
  lastHash: nullable(Type.String({ description: 'Of the last one that holds, in hex.' })),
  brokenSeq: nullable(Type.Integer({ description: 'The first one that does not hold.' })),
  fault: nullable(Type.Enum([...faults], { description: 'Why it does not.' })),
  next: nullable(Type.Integer({ description: 'Value of `after` to go on with.' })),
  checkpoint: nullable(
    Type.Object({
      seq: Type.Integer(),
      at: dateTimeSchema,
      signed: Type.Boolean({ description: 'With the present key of this installation.' }),
    }),
  ),
  compared: comparedSchema,
  checkedAt: dateTimeSchema,
}
const Fields = Type.Object(verificationFields)

export function verificationRecord(
  { clock, signer }: { readonly clock: Clock; readonly signer: CheckpointSigner },
  { verdict, from, compared }: VerifyStep,
): Static<typeof Fields> {
  const { intact, agreed, events } = verdict
  const isPart = intact && !verdict.complete
  return {
    intact,
    complete: !isPart,
    from,
    lastHash: intact ? verdict.lastHash : null,
    brokenSeq: intact ? null : verdict.brokenSeq,
    fault: intact ? null : verdict.fault,
    next: isPart ? events : null,
    checkpoint: agreed && {
      seq: agreed.seq,
      at: formatDateTime(agreed.at),
      signed: agreed.keyId === signer.keyId,
    },
    compared: describeComparison(compared),
    checkedAt: formatDateTime(clock.now()),
  }
}

function describeComparison({ files, evidence }: NearEvidence) {
  const stamps = evidence.stamps ?? []
  const sound = stamps.filter((stamp) => 'provenAt' in stamp)
  const last = sound.at(-1)
  return {
    files,
    anchors: evidence.checkpoints.length,
    timeStamps: sound.length,
    brokenTimeStamps: stamps.length - sound.length,
    provenSeq: last?.seq ?? null,
    provenAt: last ? formatDateTime(last.provenAt) : null,
  }
}
