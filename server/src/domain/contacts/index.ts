export { contactsOf, type Contact } from './contacts.queries.ts'
export { contactsRoutes } from './contacts.routes.ts'
export { eraseContacts } from './erase-contacts.ts'
