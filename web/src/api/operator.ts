import { createVigie, type Vigie } from '@vigie/client'
import { reachService } from './problem.ts'

/** The API in the session of an operator, which is in a cookie that no script reads. */
export const operatorSession: Vigie = createOperatorApi({ 'x-vigie-client': 'web' })

/** The API as the operator of the installation. The token stays where this object is, and goes with the page. */
export function operatorApi(token: string): Vigie {
  return createOperatorApi({ authorization: `Bearer ${token}` })
}

function createOperatorApi(proof: Record<string, string>): Vigie {
  return createVigie({
    baseUrl: '',
    fetch: reachService,
    retries: { attempts: 1 },
    timeoutMs: 0,
    session: {
      headers: () => ({
        'accept-language': document.documentElement.lang,
        ...proof,
      }),
      recover: () => Promise.resolve(false),
    },
  })
}
