export { findDutyHolder, lockOwnerSettings } from './duty-holder.ts'
export { ownerParameter, resolveOwner } from './owner-filter.ts'
export { firstRule } from './owner-rule-match.ts'
export {
  holdParty,
  isSameParty,
  PartyBody,
  partyOf,
  PartyRecord,
  requireSight,
  requireWholeSight,
  tellParty,
  viewParty,
  type Party,
  type PartyView,
} from './party.ts'
export { teamsRoutes } from './teams.routes.ts'
