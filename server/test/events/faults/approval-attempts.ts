import { ownDossier } from '../../access/world.ts'
import { givenAnswer } from '../../responses/given-answer.ts'
import type { Stage } from '../stage.ts'
import type { Sent } from './route-attempts.ts'

type Prepare = (stage: Stage) => Promise<Sent>

let types = 0

/** A dossier whose document is accepted, to be approved by everybody of a team of two. */
export async function approvable(stage: Stage) {
  const { t, act, accountId, company, dossier } = stage
  types += 1
  const [first, second] = [
    await t.given.person([accountId], ['READER']),
    await t.given.person([accountId], ['READER']),
  ]
  const members = { userIds: [first.userId, second.userId] }
  const { teamId } = await act<{ teamId: number }>('POST', '/teams', {
    name: `Approvers ${types}`,
    ...members,
  })
  const title = { fr: 'Étape', en: 'Step' }
  const type = `/dossier-types/APPROVED_${types}`
  await act('PUT', type, {
    ...ownDossier.definition('Approved'),
    documents: [{ code: 'NDA', required: true }],
    approvalSteps: [{ key: 'TEAM', title, by: { teamId }, need: 'ALL', dueDays: 5 }],
  })
  await act('POST', `${type}/publish`, { dryRun: false, applyToOpen: true })
  const { path, dossierId, document } = await dossier(await company(), `APPROVED_${types}`)
  const documentId = Number(document('NDA').split('/').at(-1))
  await givenAnswer(t, { accountId, documentId, state: 'ACCEPTED' })
  const payload = { accountId, dossierIds: [dossierId] }
  return { path, first, second, teamId, payload }
}

/** The same, once its step is open. */
export async function approving(stage: Stage) {
  const found = await approvable(stage)
  await stage.worker.run('approvals.follow', found.payload)
  return found
}

/** Decisions on dossiers: each needs a dossier that waits for one. */
export const approvalAttempts: Readonly<Record<string, Prepare>> = {
  decideApprovalStep: async (stage) => {
    const { path, first } = await approving(stage)
    const url = `${path}/approval/steps/TEAM/decision`
    return { method: 'POST', url, token: first.token, body: { outcome: 'APPROVED', remark: 'Good.' } }
  },
  delegateApprovalStep: async (stage) => {
    const { path, first } = await approving(stage)
    const url = `${path}/approval/steps/TEAM/delegation`
    return { method: 'POST', url, token: first.token, body: { toUserId: stage.person.userId } }
  },
  restartApproval: async (stage) => {
    const { path } = await approving(stage)
    return { method: 'POST', url: `${path}/approval/restart`, token: stage.token }
  },
  putMyAbsences: async (stage) => {
    const { token } = await stage.t.given.person([stage.accountId], ['READER'])
    const absences = [{ from: '2026-12-24', until: '2026-12-31', substituteId: stage.person.userId }]
    return { method: 'PUT', url: '/absences', token, body: { absences } }
  },
}
