// Adds a company once, however often it is run: the key names the wish, and the service grants it once.
// node 03-add-with-key.ts ERP-4711 804735132
import { account, argument } from './connect.ts'

const code = argument(0, 'your own reference')
const value = argument(1, 'a D-U-N-S number')

const company = await account.post('/thirdparties', {
  idempotencyKey: `add-${code}`,
  body: {
    legalIdentifier: { code: 'CIT003', value },
    code,
    unmanaged: { name: `Supplier ${code}`, countryCode: 'GB' },
  },
})
console.log(company.thirdpartyId, company.name)
