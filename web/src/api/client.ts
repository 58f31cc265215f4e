import { createVigie, type Session } from '@vigie/client'
import { reachService } from './problem.ts'
import { currentToken, requestFreshProof, renewSession } from './session.ts'

/** An access token that has run out is renewed unseen; where a fresh proof is wanted, the person is asked for it. */
const personSession: Session = {
  headers: () => {
    const token = currentToken()
    return {
      'accept-language': document.documentElement.lang,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    }
  },
  recover: async (problem) => {
    if (problem.code === 'STEP_UP_REQUIRED') return requestFreshProof()
    // A wrong code is refused with 401 too; sent again it would only cost another try.
    return problem.status === 401 && problem.code !== 'SECOND_FACTOR_FAILED' && renewSession()
  },
}

/**
 * The API as the signed-in person. Nothing is repeated here: the query client decides that. Nor is anything cut short:
 * whoever waits sees that, and may leave the page.
 */
export const api = createVigie({
  baseUrl: '',
  fetch: reachService,
  retries: { attempts: 1 },
  timeoutMs: 0,
  session: personSession,
})
