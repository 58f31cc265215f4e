import type { FindingRecord } from '../../src/domain/findings/finding.schema.ts'
import { testApp } from '../harness/index.ts'
import { UnitDesk } from '../units/unit-desk.ts'

/** An account with companies, and short words for what is found at them. */
export class FindingDesk extends UnitDesk {
  async open(thirdpartyId: number, given: object = {}, token?: string): Promise<FindingRecord> {
    const body = { title: 'No code of conduct', severity: 'MAJOR', theme: 'ETHICS', ...given }
    return this.must<FindingRecord>('POST', `/thirdparties/${thirdpartyId}/findings`, {
      body,
      ...(token !== undefined && { token }),
    })
  }

  read(findingId: number): Promise<FindingRecord> {
    return this.must<FindingRecord>('GET', `/findings/${findingId}`)
  }

  /** The status and the code of the problem that a call was answered with. */
  async refusal(...call: Parameters<UnitDesk['ask']>): Promise<string> {
    const answer = await this.ask(...call)
    return `${answer.statusCode} ${answer.json<{ code: string }>().code}`
  }

  async listed(query: string, token?: string): Promise<number[]> {
    const { content } = await this.must<{ content: { findingId: number }[] }>('GET', `/findings?${query}`, {
      ...(token !== undefined && { token }),
    })
    return content.map(({ findingId }) => findingId)
  }

  /** What the journal tells of findings of a company, the newest first. */
  async told(thirdpartyId: number): Promise<Record<string, unknown>[]> {
    const { content } = await this.must<{ content: { data: Record<string, unknown> }[] }>(
      'GET',
      `/thirdparties/${thirdpartyId}/events?size=100`,
    )
    return content.map(({ data }) => data).filter(({ kind }) => kind === 'FINDING')
  }
}

export async function findingDesk(kind: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION'): Promise<FindingDesk> {
  const t = await testApp()
  return new FindingDesk(t, await t.given.office(kind))
}
