import { Type, type Static } from 'typebox'
import {
  dateSchema,
  dateTimeSchema,
  nullable,
  singleLine,
  namedObject,
  recordId,
} from '../../platform/http/index.ts'
import { grounds, verdicts } from './decide-hit.ts'
import { subjectRoles } from './name-subjects.ts'
import { hitClasses, hitReasons, hitStates } from './settle-hits.ts'

const Named = namedObject('ScreenedName', {
  text: Type.String(),
  kind: Type.Enum(['PRIMARY', 'ALIAS', 'WEAK', 'FORMER']),
})
const Identifier = namedObject('ScreenedIdentifier', {
  type: Type.String(),
  value: Type.String(),
  country: Type.Optional(Type.String()),
})
const kind = Type.Enum(['PERSON', 'ORGANISATION', 'VESSEL', 'UNKNOWN'])
const texts = Type.Array(Type.String())

/** Somebody who is compared: names, birth, countries and numbers, as far as they are known. */
export const SubjectRecord = namedObject('ScreeningSubject', {
  kind,
  names: Type.Array(Named),
  birthDates: Type.Optional(texts),
  birthPlaces: Type.Optional(texts),
  countries: Type.Optional(texts),
  identifiers: Type.Optional(Type.Array(Identifier)),
})

const EntryRecord = namedObject('ListEntry', {
  ...SubjectRecord.properties,
  id: Type.String({ description: 'What the publisher calls it.' }),
  addresses: Type.Optional(texts),
  programmes: Type.Optional(texts),
  positions: Type.Optional(texts),
  listedOn: Type.Optional(Type.String()),
  reasons: Type.Optional(texts),
  links: Type.Optional(texts),
  references: Type.Optional(texts),
})

export const MatchReason = namedObject('MatchReason', {
  kind: Type.String({ description: 'What was compared.' }),
  effect: Type.Enum(['FOR', 'AGAINST', 'NEUTRAL']),
  ours: Type.Optional(Type.String()),
  theirs: Type.Optional(Type.String()),
  points: Type.Number(),
})

const ScreeningDecision = namedObject('ScreeningDecision', {
  number: Type.Integer({ minimum: 1 }),
  verdict: Type.Enum([...verdicts, 'REOPENED']),
  step: Type.Enum(['PROPOSED', 'CONFIRMED', 'DECIDED', 'DECLINED'], {
    description: 'PROPOSED by the first of two people, CONFIRMED by the second; DECIDED by one alone.',
  }),
  grounds: Type.Array(Type.String()),
  comment: nullable(Type.String()),
  score: Type.Number(),
  until: nullable(dateSchema),
  at: dateTimeSchema,
  by: Type.Object({ type: Type.String(), id: nullable(Type.Integer()), name: nullable(Type.String()) }),
})

const score = Type.Number({ minimum: 0, maximum: 1 })

const summary = {
  hitId: Type.Integer(),
  thirdpartyId: Type.Integer(),
  thirdpartyName: nullable(Type.String()),
  class: Type.Enum([...hitClasses], {
    title: 'ScreeningListClass',
    description: 'What the list is a list of; NEWS is on no list.',
  }),
  source: Type.String({ description: 'The list, by its publisher, or the provider of news.' }),
  entryId: Type.String(),
  entryName: Type.String(),
  role: Type.Enum([...subjectRoles], { description: 'Who of the third party it may be.' }),
  subjectName: Type.String(),
  score,
  state: Type.Enum([...hitStates], {
    title: 'ScreeningHitState',
    description:
      'OPEN and UNCLEAR wait for a decision, PROPOSED for a second person. ENDED: the entry or the subject is gone.',
  }),
  why: Type.Enum([...hitReasons], { description: 'Why it was opened, or opened again.' }),
  openedAt: dateTimeSchema,
  clearedUntil: nullable(dateSchema),
}

export const HitSummary = namedObject('ScreeningHitRow', summary)
export type HitSummaryRow = Static<typeof HitSummary>

export const HitRecord = namedObject('ScreeningHit', {
  ...summary,
  subject: SubjectRecord,
  entry: EntryRecord,
  matchedNames: Type.Object({ ours: nullable(Type.String()), theirs: nullable(Type.String()) }),
  reasons: Type.Array(MatchReason, { description: 'What counted for and against.' }),
  decisions: Type.Array(ScreeningDecision, { description: 'Newest first.' }),
})
export type HitRow = Static<typeof HitRecord> & { version: number }

const mostGrounds = 12
const decided = {
  verdict: Type.Enum([...verdicts]),
  grounds: Type.Array(Type.Enum([...grounds]), { minItems: 1, maxItems: mostGrounds, uniqueItems: true }),
  comment: Type.Optional(nullable(singleLine({ minLength: 1, maxLength: 2000 }))),
}
export const DecisionBody = Type.Object(decided)
export const BulkDecisionBody = Type.Object({
  hitIds: Type.Array(recordId, { minItems: 1, maxItems: 200, uniqueItems: true }),
  ...decided,
})
