export { administrationNames, type AdministrationName } from './administration-names.ts'
export {
  operatorChain,
  recordAdministration,
  type AdministrationActor,
  type AdministrationEntry,
  type AdministrationScope,
  type SubjectType,
} from './record-administration.ts'
