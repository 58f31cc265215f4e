import { createVigie, type Vigie } from '@vigie/client'
import { reachService } from './problem.ts'

/** The API as the operator of the installation. The token stays where this object is, and goes with the page. */
export function operatorApi(token: string): Vigie {
  return createVigie({
    baseUrl: '',
    fetch: reachService,
    retries: { attempts: 1 },
    timeoutMs: 0,
    session: {
      headers: () => ({
        'accept-language': document.documentElement.lang,
        authorization: `Bearer ${token}`,
      }),
      recover: () => Promise.resolve(false),
    },
  })
}
