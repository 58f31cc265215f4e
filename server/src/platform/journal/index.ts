export { genesis, linkHash } from './chain.ts'
export { eventTypes, type EventName, type ResourceType } from './event-names.ts'
export { parseEventFilter, type EventFilter } from './event-filter.ts'
export {
  completeUntil,
  countMatches,
  matchesOf,
  matchingResources,
  type EventPosition,
} from './event-search.ts'
export { preparePartitions } from './partitions.ts'
export { record } from './record.ts'
export { verifyJournal, type Verdict } from './verify.ts'
