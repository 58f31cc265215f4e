export { referenceFilter, referencesField } from './external-reference.ts'
export { findReferenced, listReferences } from './external-references.queries.ts'
export { externalReferencesRoutes } from './external-references.routes.ts'
