// What to do when the service refuses: by the code, never by the sentence, which is for people.
// node 11-errors.ts 12345678901234
import { VigieProblem, VigieTimeout } from '@vigie/client'
import { account, argument } from './connect.ts'

const value = argument(0, 'a SIRET')

try {
  await account.post('/thirdparties', { body: { legalIdentifier: { code: 'CIT001', value } } })
  console.log('Added')
} catch (error) {
  console.log(explain(error))
}

function explain(error: unknown): string {
  if (error instanceof VigieTimeout) return 'No answer in time; try again later'
  if (!(error instanceof VigieProblem)) throw error
  switch (error.code) {
    case 'THIRD_PARTY_DUPLICATE':
      return 'Already there'
    case 'IDENTIFIER_CHECKSUM_INVALID':
    case 'IDENTIFIER_FORMAT_INVALID':
      return 'Mistyped'
    case 'IDENTIFIER_NOT_FOUND':
      return 'No register knows it'
    default:
      // Temporary ones were already repeated. The number of the request helps whoever runs the service.
      return `${error.code} (${error.requestId}): ${error.detail}`
  }
}
