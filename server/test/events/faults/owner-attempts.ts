import type { Stage } from '../stage.ts'
import type { Sent } from './route-attempts.ts'

type Prepare = (stage: Stage) => Promise<Omit<Sent, 'token'>>

const personOf = async ({ t, accountId }: Stage) => {
  const { userId } = await t.given.person([accountId], ['MANAGER'])
  return { userId }
}
const pathOf = async ({ company }: Stage) => `/thirdparties/${await company()}`
const dossierOf = async ({ company, dossier }: Stage) => (await dossier(await company(), 'SCREENING')).path

/** Who answers for what, and what others call it: each needs somebody or something to be there. */
export const ownerAttempts: Readonly<Record<string, Prepare>> = {
  setThirdPartyOwner: async (stage) => {
    const body = { owner: await personOf(stage) }
    return { method: 'PUT', url: `${await pathOf(stage)}/owner`, body }
  },
  setThirdPartyFollowers: async (stage) => {
    const body = { followers: [await personOf(stage)] }
    return { method: 'PUT', url: `${await pathOf(stage)}/followers`, body }
  },
  setDossierOwner: async (stage) => {
    const body = { owner: await personOf(stage) }
    return { method: 'PUT', url: `${await dossierOf(stage)}/owner`, body }
  },
  setDossierFollowers: async (stage) => {
    const body = { followers: [await personOf(stage)] }
    return { method: 'PUT', url: `${await dossierOf(stage)}/followers`, body }
  },
  setOwnerOfThirdParties: async (stage) => {
    const body = { owner: await personOf(stage), thirdpartyIds: [await stage.company()] }
    return { method: 'POST', url: '/thirdparties/owner', body }
  },
  setOwnerOfMatchingThirdParties: async (stage) => {
    await stage.company()
    const body = { owner: await personOf(stage) }
    return { method: 'POST', url: '/thirdparties/owner/matching', body }
  },
  removeThirdPartyReference: async (stage) => {
    const url = `${await pathOf(stage)}/references/SAP`
    await stage.act('PUT', url, { value: url })
    return { method: 'DELETE', url }
  },
  removeDossierReference: async (stage) => {
    const url = `${await dossierOf(stage)}/references/SAP`
    await stage.act('PUT', url, { value: url })
    return { method: 'DELETE', url }
  },
  handOverFromUser: async (stage) => {
    const owner = await personOf(stage)
    await stage.act('PUT', `${await pathOf(stage)}/owner`, { owner })
    await stage.act('PUT', `${await dossierOf(stage)}/owner`, { owner })
    const body = { to: await personOf(stage) }
    return { method: 'POST', url: `/users/${owner.userId}/hand-over`, body }
  },
  handOverFromTeam: async (stage) => {
    const { userId } = await personOf(stage)
    const team = { name: `Team ${userId}`, userIds: [userId] }
    const { teamId } = await stage.act<{ teamId: number }>('POST', '/teams', team)
    await stage.act('PUT', `${await pathOf(stage)}/owner`, { owner: { teamId } })
    await stage.act('PUT', `${await dossierOf(stage)}/owner`, { owner: { teamId } })
    return { method: 'POST', url: `/teams/${teamId}/hand-over`, body: { to: { userId } } }
  },
}
