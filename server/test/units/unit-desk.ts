import { testApp, type TestApp } from '../harness/index.ts'
import { unknownCompany } from '../access/world.ts'

export type Office = Awaited<ReturnType<TestApp['given']['office']>>
export type Person = Awaited<ReturnType<TestApp['given']['person']>>

export interface Listed {
  readonly content: { thirdpartyId: number; name: string }[]
  readonly totalElements: number
  readonly next: string | null
}

/** An account with units, and short words for what is asked of it. */
export class UnitDesk {
  readonly t: TestApp
  readonly office: Office

  constructor(t: TestApp, office: Office) {
    this.t = t
    this.office = office
  }

  ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, given: Given = {}) {
    const { token = this.office.token, body, headers } = given
    return this.t.call(method, `${this.office.base}${path}`, {
      token,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
  }

  async must<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, given: Given = {}) {
    const answer = await this.ask(method, path, given)
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    return (answer.body === '' ? null : answer.json()) as T
  }

  async unit(name: string, parentId: number | null = null): Promise<number> {
    return (await this.must<{ unitId: number }>('POST', '/units', { body: { name, parentId } })).unitId
  }

  async company(name: string, units: readonly number[], token?: string): Promise<number> {
    const body = { ...unknownCompany(name), units }
    const added = await this.must<{ thirdpartyId: number }>('POST', '/thirdparties', {
      body,
      ...(token !== undefined && { token }),
    })
    return added.thirdpartyId
  }

  /** Somebody who sees these units, or all. */
  async person(
    units: readonly number[] | 'ALL',
    roles: ('MANAGER' | 'ADMIN')[] = ['MANAGER'],
  ): Promise<Person> {
    const person = await this.t.given.person([this.office.accountId], roles)
    const body = units === 'ALL' ? { all: true } : { units }
    await this.must('PUT', `/users/${person.userId}/units`, { body })
    return person
  }

  async seen(token: string, query = ''): Promise<number[]> {
    const page = await this.must<Listed>('GET', `/thirdparties?size=200&${query}`, { token })
    const { totalElements, content } = page
    if (totalElements !== content.length)
      throw new Error(`The total of ${content.length} is ${totalElements}.`)
    return page.content.map(({ thirdpartyId }) => thirdpartyId)
  }
}

interface Given {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export async function unitDesk(): Promise<UnitDesk> {
  const t = await testApp()
  return new UnitDesk(t, await t.given.office())
}
