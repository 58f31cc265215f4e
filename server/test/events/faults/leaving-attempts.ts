import type { Stage } from '../stage.ts'
import type { Attempt } from './attempt.ts'
import { answered, type Sent } from './route-attempts.ts'

type Office = Awaited<ReturnType<Stage['t']['given']['office']>>
type Prepare = (stage: Stage, office: Office) => Promise<Pick<Sent, 'method' | 'url' | 'body'>>

const deletion = '/leaving/deletion'

const wishOf = async ({ t }: Stage, { base, token }: Office) => {
  const answer = await t.call('GET', `${base}/leaving`, { token })
  return { name: answer.json<{ account: string }>().account, reason: 'We leave' }
}

const operations: Readonly<Record<string, Prepare>> = {
  askAccountDeletion: async (stage, office) => ({
    method: 'POST',
    url: deletion,
    body: await wishOf(stage, office),
  }),
  takeBackAccountDeletion: async (stage, office) => {
    const { base, token } = office
    const asked = await stage.t.call('POST', `${base}${deletion}`, {
      token,
      body: await wishOf(stage, office),
    })
    if (asked.statusCode !== 202) throw new Error(asked.body)
    return { method: 'DELETE', url: deletion }
  },
  askAccountExport: async () => ({ method: 'POST', url: '/leaving/exports' }),
}

/** How an account goes. Each has one of its own: nobody else could do anything in an account that is leaving. */
export async function leavingAttempts(stage: Stage): Promise<Attempt[]> {
  const { t } = stage
  const attempts: Attempt[] = []
  for (const [name, prepare] of Object.entries(operations)) {
    const office = await t.given.office()
    const { accountId, base, token } = office
    const request = await prepare(stage, office)
    const sent = { token, ...request, url: `${base}${request.url}` }
    attempts.push({ name, accountId, make: () => answered(t, sent) })
  }
  return attempts
}
