export { addThirdParty } from './add-thirdparty.ts'
export { completeIdentity } from './complete-identity.task.ts'
export { parseLegalIdentifier } from './legal-identifier.ts'
export { thirdPartiesRoutes } from './thirdparties.routes.ts'
