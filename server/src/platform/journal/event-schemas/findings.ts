import { Type } from 'typebox'
import { count, day, id, idOrNull, ids, kindOf, oneOf, text, textOrNull } from './parts.ts'

const Side = Type.Object({
  state: Type.Optional(text('A state of the finding or of the action.')),
  theme: Type.Optional(text('A theme.')),
  severity: Type.Optional(oneOf(['MINOR', 'MAJOR', 'CRITICAL'], 'How grave it is.')),
  title: Type.Optional(
    text('In a few words; absent for findings of screening hits, and once its author was erased.'),
  ),
  description: Type.Optional(textOrNull('At length; absent like the title.')),
  source: Type.Optional(text('What it was found by; absent for screening hits.')),
  documentId: Type.Optional(idOrNull('The document it was found in.')),
  responseId: Type.Optional(idOrNull('The answer it was found in.')),
  questionKey: Type.Optional(textOrNull('The question of that answer.')),
  dueOn: Type.Optional(day('The last day of an action')),
  contactId: Type.Optional(idOrNull('Who sees to an action.')),
})

/** REMINDED is of all that one person was reminded of. */
export const findingChanges = [
  'OPENED',
  'CHANGED',
  'CLOSED',
  'DISMISSED',
  'REOPENED',
  'ACTION_ADDED',
  'ACTION_CHANGED',
  'ACTION_CANCELLED',
  'EVIDENCE_SENT',
  'EVIDENCE_CHECKED',
  'ACTION_ACCEPTED',
  'ACTION_REFUSED',
  'REMINDED',
] as const

/** Within THIRD_PARTY_UPDATED. */
export const findingShape = {
  kind: kindOf('FINDING'),
  change: oneOf(findingChanges, 'What became of the finding, or of a corrective action for it.'),
  findingId: Type.Optional(id('The finding; absent in REMINDED.')),
  actionId: Type.Optional(id('The corrective action.')),
  contactId: Type.Optional(id('Who was reminded.')),
  actionIds: Type.Optional(ids('What they were reminded of.')),
  round: Type.Optional(Type.Integer({ description: 'The how manieth attempt of the action.' })),
  files: Type.Optional(count('How many files were sent.')),
  responseId: Type.Optional(id('The answer that was given as evidence.')),
  evidenceId: Type.Optional(id('The file that was checked.')),
  fileState: Type.Optional(oneOf(['CLEAN', 'REFUSED', 'INFECTED'], 'What became of the file.')),
  refusal: Type.Optional(textOrNull('Why the file was refused.')),
  returned: Type.Optional(
    Type.Boolean({ description: 'Nothing readable was sent: the action is the company’s again.' }),
  ),
  reason: Type.Optional(textOrNull('Why, in somebody’s words.')),
  remark: Type.Optional(textOrNull('What was said of the evidence.')),
  comment: Type.Optional(textOrNull('What came with the evidence.')),
  before: Type.Optional(Side),
  after: Type.Optional(Side),
}
