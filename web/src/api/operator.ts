import { createVigie, type Vigie } from '@vigie/client'
import { reachService } from './problem.ts'

/** The API in the session of an operator, which is in a cookie that no script reads. */
export const operatorSession: Vigie = createVigie({
  baseUrl: '',
  fetch: reachService,
  retries: { attempts: 1 },
  timeoutMs: 0,
  session: {
    headers: () => ({ 'accept-language': document.documentElement.lang, 'x-vigie-client': 'web' }),
    recover: () => Promise.resolve(false),
  },
})
