export { answerEventList, answerEventListText, type JsonParts, type ListDeps } from './answer-event-list.ts'
export { answerList, type PlainListDeps } from './answer-list.ts'
export { countListing, eventCondition, exportBatches } from './export-listing.ts'
export { filter, filterConditions, filterQuery, filterValues, type FilterValues } from './filters.ts'
export {
  dateOrLast,
  isBeforeDay,
  orderById,
  orderByKey,
  tableColumns,
  type Fragment,
  type ListOrder,
  type ListPosition,
  type ListSource,
  type Segment,
  type Total,
} from './list-source.ts'
export {
  answerNumberedPage,
  answerPage,
  decodePosition,
  encodePosition,
  readRequestedPage,
} from './page-answer.ts'
export {
  countRows,
  firstPage,
  pageStatement,
  readBatches,
  readListing,
  readRows,
  type Listing,
  type PageWindow,
} from './select-page.ts'
export { unitConditions, unitRuns } from './units.ts'
