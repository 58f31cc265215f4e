export { administrationNames, type AdministrationName } from './administration-names.ts'
export { administrationBeginning, AdministrationScan, type ChainedEntry } from './chain.ts'
export { administrationCheckpoints } from './checkpoints.queries.ts'
export {
  administrationFolder,
  findAdministrationFolder,
  updateAdministrationCheckpoints,
  readAdministrationCheckpoints,
  readNewestAdministration,
} from './update-checkpoints.ts'
export {
  anyEntry,
  entriesAfter,
  entriesOfNumbers,
  entryListing,
  newestEntries,
  viewEntries,
  type AdministrationFilter,
  type AdministrationView,
} from './read-entries.ts'
export {
  announceExport,
  commitExportRecord,
  operatorScope,
  recordExport,
  recordOperatorAct,
  recordSetting,
  type OperatorAct,
} from './record-acts.ts'
export {
  operatorChain,
  recordAdministration,
  type AdministrationActor,
  type AdministrationEntry,
  type AdministrationScope,
  type SubjectType,
} from './record-administration.ts'
export { startAdministrationStream, type AdministrationStream } from './stream-entries.ts'
export { verifyAdministration, type VerifyAdministrationOptions } from './verify-administration.ts'
