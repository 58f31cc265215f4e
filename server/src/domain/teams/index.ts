export { addTeam } from './change-team.ts'
export { chooseDutyHolder, findDutyHolder, lockOwnerSettings } from './duty-holder.ts'
export { findAnswering, type Answering } from './answering.ts'
export {
  isSearched,
  ownerParameter,
  ownerPattern,
  readOwner,
  resolveOwner,
  type Searched,
} from './owner-filter.ts'
export { actingRoles, ownerManager } from './owner-manager.ts'
export { firstRule } from './owner-rule-match.ts'
export {
  holdParty,
  isSameParty,
  ownedBy,
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
export { RowOwner, rowOwners, shownOwner } from './row-owners.ts'
export { getTeam, lockTeam } from './teams.queries.ts'
export { teamsRoutes } from './teams.routes.ts'
