import { UnitDesk, unitDesk, type Person } from '../units/unit-desk.ts'

export interface Shown {
  readonly userId: number | null
  readonly teamId: number | null
  readonly name: string | null
  readonly active: boolean
}

export interface Ownership {
  readonly owner: Shown | null
  readonly by: string
  readonly ruleId: number | null
  readonly named: Shown | null
  readonly followers: readonly Shown[]
}

/** An account with people, teams and companies, and short words for who answers for what. */
export class OwnerDesk extends UnitDesk {
  async team(name: string, people: readonly Person[]): Promise<number> {
    const body = { name, userIds: people.map(({ userId }) => userId) }
    return (await this.must<{ teamId: number }>('POST', '/teams', { body })).teamId
  }

  ownership(path: string): Promise<Ownership> {
    return this.must<Ownership>('GET', `${path}/owner`)
  }

  name(path: string, owner: object | null, token?: string): Promise<Ownership> {
    return this.must<Ownership>('PUT', `${path}/owner`, {
      body: { owner },
      ...(token !== undefined && { token }),
    })
  }

  /** Who answers for it now and why, in a few words. */
  async answers(path: string): Promise<string> {
    const { owner, by } = await this.ownership(path)
    const who = owner?.teamId ? `team ${owner.teamId}` : `person ${owner?.userId ?? 'nobody'}`
    return `${who} by ${by}`
  }

  /** The code of the problem that a call was answered with. */
  async refusal(...call: Parameters<UnitDesk['ask']>): Promise<string> {
    const answer = await this.ask(...call)
    return `${answer.statusCode} ${answer.json<{ code: string }>().code}`
  }

  async dossiers(token: string, query: string): Promise<number[]> {
    const page = await this.must<{ content: { dossierId: number }[]; totalElements: number }>(
      'GET',
      `/dossiers?size=200&${query}`,
      { token },
    )
    if (page.totalElements !== page.content.length) throw new Error(`The total is ${page.totalElements}.`)
    return page.content.map(({ dossierId }) => dossierId)
  }
}

export async function ownerDesk(): Promise<OwnerDesk> {
  const { t, office } = await unitDesk()
  return new OwnerDesk(t, office)
}

export const company = (thirdpartyId: number) => `/thirdparties/${thirdpartyId}`
