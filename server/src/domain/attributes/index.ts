export { addDefinition, type NewDefinition } from './add-definition.ts'
export { AttributeRecord } from './attributes.schemas.ts'
export { attributesOfDossiers, dossierColumns, setDossierAttribute } from './dossier-attributes.ts'
export { followNewDossiers } from './recompute-dossiers.ts'
export { attributesRoutes } from './values.routes.ts'
export { calculator } from './calculator.ts'
export {
  attributeParser,
  setAttributes,
  setAttributesBulk,
  type AttributeParser,
  type AttributesOfThirdParty,
  type ParsedAttribute,
} from './set-attributes.ts'
export type { AttributeInput } from './parse-values.ts'
export { findDiffering } from './differing-attributes.ts'
export { recomputeCalculated } from './recompute.ts'
export { recomputeAttributes } from './recompute.task.ts'
export { seedAttributes } from './shipped-attributes.ts'
export { thirdPartyAttributes } from './thirdparty-attributes.ts'
export { lockAllDefinitions, listDefinitions } from './definitions.queries.ts'
export {
  valuesOf,
  type AttributeScope,
  type AttributeType,
  type AttributeValue,
  type Definition,
} from './attribute.ts'
