import { Type } from 'typebox'
import {
  comment,
  day,
  dayOrNull,
  eventData,
  flag,
  id,
  idOrNull,
  ids,
  oneOf,
  responseId,
  responseState,
  text,
  texts,
  textOrNull,
} from './parts.ts'

const evidences = Type.Array(
  Type.Object({
    evidenceId: Type.Optional(id('The file or form.')),
    kind: text('FILE or FORM.'),
    size: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: 'Bytes.' })),
    sha256: Type.Optional(textOrNull('Digest of the file; null while the PDF of a form is not made.')),
    dataSha256: Type.Optional(
      text('Digest of what was filled in; absent if the reader may not see bank details.'),
    ),
  }),
  { description: 'What the answer is made of.' },
)
const effectiveDate = dayOrNull('The first day it is good for')
const expirationDate = dayOrNull('The last day it is good for; null: for ever')
const score = Type.Union([Type.Number(), Type.Null()], { description: 'Of a questionnaire.' })
const superseded = Type.Optional(ids('Answers it took the place of.'))
const check = oneOf(['PASSED', 'INCONCLUSIVE', 'FAILED', 'REFUSED'], 'What the checks say.')
const findings = Type.Array(
  Type.Object({
    code: text('What was noticed.'),
    evidenceId: idOrNull('Where; null: in the answer as a whole.'),
  }),
  { description: 'What the checks noticed.' },
)

const readers = Type.Array(Type.String({ examples: ['SOC_VIGILANCE/1'] }), {
  description: 'Of a decision by the checks alone: the readers of its files, with their versions.',
})

export const answerAdded = eventData('AnswerAddedData', {
  responseId,
  state: Type.Optional(responseState),
  effectiveDate: Type.Optional(effectiveDate),
  expirationDate: Type.Optional(expirationDate),
  score: Type.Optional(score),
  evidences,
  superseded,
  reusedFrom: Type.Optional(id('The answer in another dossier it was taken over from.')),
  hit: Type.Optional(
    oneOf(['OPEN', 'TRUE_MATCH'], 'Of a screening: a hit that is to be looked at, or a true match.'),
  ),
  noSource: Type.Optional(flag('False: a check that nobody could answer so far.')),
})

const Dating = Type.Object({
  effectiveDate,
  expirationDate,
  expirationCorrected: flag('Whether the last day was set by hand.'),
})

/** Many small changes: which members there are tells which. */
export const answerUpdated = eventData('AnswerUpdatedData', {
  responseId,
  state: Type.Optional(responseState),
  change: Type.Optional(
    oneOf(
      ['STARTED', 'FORM', 'FILES_ADDED', 'FILE_REMOVED', 'FORM_PDF'],
      'Of a draft: what was done to it. FORM_PDF: the PDF of a form is ready.',
    ),
  ),
  answered: Type.Optional(Type.Integer({ description: 'How many questions are answered.' })),
  files: Type.Optional(texts('Digests of the files that were added.')),
  evidenceId: Type.Optional(id('The file that was removed.')),
  evidences: Type.Optional(evidences),
  replaces: Type.Optional(id('The answer under way that this one replaces.')),
  effectiveDate: Type.Optional(effectiveDate),
  expirationDate: Type.Optional(expirationDate),
  score: Type.Optional(score),
  check: Type.Optional(check),
  findings: Type.Optional(findings),
  firstApproval: Type.Optional(flag('The first of two reviewers approved it.')),
  comment,
  before: Type.Optional(
    Type.Union([responseState, Dating], {
      description: 'The former state after checks, or the former dates.',
    }),
  ),
  after: Type.Optional(
    Type.Union([responseState, Dating], { description: 'The new state after checks, or the new dates.' }),
  ),
})

export const answerAccepted = eventData('AnswerAcceptedData', {
  responseId,
  before: Type.Optional(Type.Object({ state: responseState })),
  after: Type.Optional(Type.Object({ state: responseState, effectiveDate, expirationDate })),
  superseded,
  comment,
  reusedFrom: Type.Optional(id('The accepted answer in another dossier it was taken over from.')),
  readers: Type.Optional(readers),
})

export const answerDenied = eventData('AnswerDeniedData', {
  responseId,
  before: Type.Object({ state: Type.Optional(responseState) }),
  after: Type.Object({
    state: responseState,
    shared: flag('Whether the third party was told why.'),
    fraud: flag('Whether it is held to be forged.'),
  }),
  revoked: flag('Whether it had been accepted.'),
  comment,
  readers: Type.Optional(readers),
})

export const answerInterrupted = eventData('AnswerInterruptedData', {
  responseId,
  reason: oneOf(
    ['WITHDRAWN', 'REPLACED', 'LEFT_TOO_LONG', 'CONTENT_REFUSED'],
    'Taken back, another draft was begun, a draft nobody went on with, or a file that cannot be handed out.',
  ),
  before: Type.Optional(responseState),
  after: Type.Optional(responseState),
  check: Type.Optional(check),
  findings: Type.Optional(findings),
})

const State = Type.Object({ state: responseState })
export const answerExpired = eventData('AnswerExpiredData', {
  responseId,
  expirationDate: day('The last day it was good for'),
  before: State,
  after: State,
})

const scope = Type.Object({
  scope: oneOf(['DOSSIER', 'THIRD_PARTY'], 'Good for its dossier, or for every dossier of the third party.'),
})
export const answerScopeUpdated = eventData('AnswerScopeUpdatedData', {
  responseId,
  before: scope,
  after: scope,
})
