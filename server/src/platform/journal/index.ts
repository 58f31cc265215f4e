export {
  beginning,
  ChainScan,
  EventScan,
  faults,
  type Breach,
  type ChainPosition,
  type Fault,
  type ScannedEvent,
} from './chain-scan.ts'
export { detailHash, genesis, linkHash, saltLength } from './chain.ts'
export {
  eventTypes,
  resourceTypeCodes,
  type EventName,
  type ResourceType,
  type ThirdPartyEvent,
} from './event-names.ts'
export { parseEventFilter, parseSecond, splitNames, unknownName, type EventFilter } from './event-filter.ts'
export {
  countMatches,
  eventHeads,
  eventMatches,
  hasMatch,
  matchCondition,
  type EventPosition,
  type EventSearch,
} from './event-search.ts'
export { completeUntil } from './event-search-final.ts'
export { endOfSearch, pageByEvents, type EventMatch } from './event-search-page.ts'
export type { EventData } from './event-data.ts'
export { keysOfBoxes, openDetails, withWords, type EventWords } from './event-words.ts'
export {
  forgetPerson,
  keysToOpen,
  keysToSeal,
  nameOfPerson,
  openBox,
  rememberPerson,
  sealFor,
  type Person,
} from './person-keys.ts'
export { installEventTypes } from './install-event-types.ts'
export {
  preparePartitions,
  record,
  recordings,
  recordPast,
  wakeFollowers,
  type PastEntry,
  type PersonalData,
} from './record.ts'
export { eventExamples, eventMeanings } from './event-catalogue.ts'
export { eventSchemas, type EventDataOf, type EventWordsOf } from './event-schemas/event-schemas.ts'
export { eventColumns, eventsAfter, viewEvents, type EventRow, type EventView } from './read-events.ts'
export {
  chainNames,
  checkpointText,
  createCheckpointSigner,
  keyIdsIn,
  publicKeyOfPem,
  publicKeyPem,
  signatureHolds,
  signerOfPem,
  type ChainKey,
  type ChainName,
  type Checkpoint,
  type CheckpointFacts,
  type CheckpointSigner,
} from './checkpoint.ts'
export {
  appendLines,
  appendToFile,
  checkpointLine,
  lastInFile,
  parseCheckpoint,
  readCheckpoints,
  readLines,
  readNewestCheckpoints,
  stampSuffix,
} from './checkpoint-file.ts'
export {
  checkpointColumns,
  findCheckpoint,
  listCheckpoints,
  type CheckpointOutcome,
} from './checkpoints.queries.ts'
export { commandSigner, SignerFault, type SignCommand } from './external-signer.ts'
export { exportJournal } from './export-journal.ts'
export { isSame, CheckpointSet } from './checkpoint-set.ts'
export { updateCheckpoints, type CheckpointKeeping, type CheckpointedAccount } from './update-checkpoints.ts'
export { makeCheckpoint } from './make-checkpoint.ts'
export { verifyExport } from './verify-export.ts'
export { positionOf, startSince } from './verify-since.ts'
export { verdictOf, type Verdict } from './verdict.ts'
export { verifyJournal } from './verify.ts'
