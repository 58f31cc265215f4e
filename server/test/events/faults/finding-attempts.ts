import { givenAnswer } from '../../responses/given-answer.ts'
import type { Stage } from '../stage.ts'
import type { Sent } from './route-attempts.ts'

type Prepare = (stage: Stage) => Promise<Omit<Sent, 'token'>>

async function findingOf(stage: Stage): Promise<string> {
  const body = { title: 'No code of conduct', severity: 'MAJOR', theme: 'ETHICS' }
  const url = `/thirdparties/${await stage.company()}/findings`
  const { findingId } = await stage.act<{ findingId: number }>('POST', url, body)
  return `/findings/${findingId}`
}

/** An action that somebody else says was done. */
async function submittedAction(stage: Stage): Promise<string> {
  const action = { title: 'Write one', dueOn: '2099-02-28' }
  const { actions } = await stage.act<{ actions: { actionId: number }[] }>(
    'POST',
    `${await findingOf(stage)}/actions`,
    action,
  )
  const path = `/corrective-actions/${actions[0]?.actionId}`
  await stage.act('POST', `${path}/evidence`, { comment: 'Written.' }, stage.person.token)
  return path
}

/** Findings that something happened to before. */
export const findingAttempts: Readonly<Record<string, Prepare>> = {
  reopenFinding: async (stage) => {
    const path = await findingOf(stage)
    await stage.act('POST', `${path}/close`, { outcome: 'DISMISSED', reason: 'It was none.' })
    return { method: 'POST', url: `${path}/reopen`, body: { reason: 'It was one.' } }
  },
  rejectResponse: async (stage) => {
    const { t, accountId } = stage
    // A dossier of its own: in the shared one, other attempts replace the answer.
    const { document } = await stage.dossier(await stage.company(), 'ONBOARDING')
    const documentId = Number(document('NDA').split('/').at(-1))
    const responseId = await givenAnswer(t, { accountId, documentId })
    const finding = { title: 'No signature', severity: 'MINOR' }
    const body = { shareRejectionReason: false, finding }
    return { method: 'POST', url: `/responses/${responseId}/reject`, body }
  },
  verifyCorrectiveAction: async (stage) => ({
    method: 'POST',
    url: `${await submittedAction(stage)}/verify`,
    body: { verdict: 'ACCEPTED' },
  }),
}
