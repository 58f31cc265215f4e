import { Type } from 'typebox'
import { originOf, write, type HttpRoutes } from '../../platform/http/index.ts'
import { addressRanges, forceField } from './accounts.schemas.ts'
import { allowAddresses, listAllowedAddresses } from './allowed-addresses.ts'
import { forgetFirst } from './forget-first.ts'
import type { AccountsService } from './service.ts'

const config = { right: 'administer' } as const
const tags = ['Administration']
const answer = Type.Object({
  addresses: Type.Array(Type.String()),
  yourAddress: Type.String({ description: 'Where this request came from, as the service sees it.' }),
})

const getRoute = {
  config,
  schema: {
    operationId: 'getAllowedAddresses',
    summary: 'From which addresses the account may be used',
    description: 'Says also which address this request came from, so that nobody shuts themselves out.',
    tags,
    response: { 200: answer },
  },
} as const

const putRoute = {
  config,
  schema: {
    operationId: 'setAllowedAddresses',
    summary: 'Change from which addresses the account may be used',
    description:
      'Holds for every request with a token of the account, of people and API clients, and for tokens themselves, within five seconds. An empty list means from anywhere. The supplier portal is not concerned.',
    tags,
    body: Type.Object({ addresses: addressRanges, force: forceField }),
    response: { 200: answer },
  },
} as const

/** The account's own fence around itself. */
export function allowedAddressesRoutes(service: AccountsService): HttpRoutes {
  const { db } = service
  return async (app) => {
    app.get('/administration/allowed-addresses', getRoute, async (request) => ({
      addresses: await db.read(request.scope, (tx) => listAllowedAddresses(tx, request.scope)),
      yourAddress: originOf(request).address,
    }))

    app.put(
      '/administration/allowed-addresses',
      { ...putRoute, onSend: forgetFirst(service) },
      async (request, reply) => {
        const { addresses, force = false } = request.body
        const { address: yourAddress } = originOf(request)
        return write(db, request, reply, {
          work: async (tx) => {
            await allowAddresses(tx, request.scope, { addresses, force, ownAddress: yourAddress })
            return { addresses: await listAllowedAddresses(tx, request.scope), yourAddress }
          },
        })
      },
    )
  }
}
