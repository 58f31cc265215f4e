export { countInDatabase, purgeSharedLimits } from './count-in-database.ts'
export { SharedLimits, type Buckets } from './shared-limits.ts'
export { SharedPlaces, type LeavePlace, type Places } from './shared-places.ts'
export type { Rate, TakeResult } from './token-bucket.ts'
