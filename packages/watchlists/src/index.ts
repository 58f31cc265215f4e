export { countryCode } from './countries.ts'
export { digestEntry, digestForMatching } from './digest.ts'
export type {
  EntryIdentifier,
  EntryKind,
  EntryName,
  ListEntry,
  ListFacts,
  ListFile,
  NameKind,
} from './entry.ts'
export { ListFault, type FaultPlace, type ListFaultCode } from './fault.ts'
export { readFtmEntry, type FtmClass } from './formats/opensanctions-ftm.ts'
export { readList, type ListReading } from './read-list.ts'
export { listClass, listSources, publisher, type ListClass, type ListSource } from './sources.ts'
