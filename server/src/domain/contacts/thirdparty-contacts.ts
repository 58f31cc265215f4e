import { AppError } from '../../platform/kernel/index.ts'
import type { ThirdPartyContacts } from '../thirdparties/index.ts'
import { addContact } from './change-contacts.ts'

/** What third parties, which lie below, may ask of their contacts. */
export const thirdPartyContacts: ThirdPartyContacts = {
  async add(tx, scope, thirdpartyId, given) {
    for (const [index, contact] of given.entries()) {
      try {
        await addContact(tx, scope, { thirdpartyId, ...contact })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw new AppError(error.code, error.params, { members: { pointer: `/contacts/${index}/email` } })
      }
    }
  },
}
