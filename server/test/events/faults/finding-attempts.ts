import type { Stage } from '../stage.ts'
import type { Sent } from './route-attempts.ts'

type Prepare = (stage: Stage) => Promise<Omit<Sent, 'token'>>

async function findingOf(stage: Stage): Promise<string> {
  const body = { title: 'No code of conduct', severity: 'MAJOR', theme: 'ETHICS' }
  const url = `/thirdparties/${await stage.company()}/findings`
  const { findingId } = await stage.act<{ findingId: number }>('POST', url, body)
  return `/findings/${findingId}`
}

/** Findings that something happened to before. */
export const findingAttempts: Readonly<Record<string, Prepare>> = {
  reopenFinding: async (stage) => {
    const path = await findingOf(stage)
    await stage.act('POST', `${path}/close`, { outcome: 'DISMISSED', reason: 'It was none.' })
    return { method: 'POST', url: `${path}/reopen`, body: { reason: 'It was one.' } }
  },
}
