import { randomUUID } from 'node:crypto'
import type { TestApp } from '../harness/index.ts'

interface Place {
  readonly base: string
  readonly token: string
  readonly company: () => Promise<{ readonly thirdpartyId: number }>
}

/** What needs no more than a company to be there before. */
export function simpleMakers(harness: TestApp, { base, token, company }: Place, text: string) {
  const make = async (path: string, id: string, body: object) => {
    const answer = await harness.call('POST', `${base}${path}`, { token, body })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<Record<string, number>>()[id] ?? 0
  }
  const task = async () => {
    const { thirdpartyId } = await company()
    return make('/tasks', 'taskId', { title: text, about: { thirdpartyId } })
  }
  return {
    task,
    closedTask: async () => {
      const taskId = await task()
      await harness.call('POST', `${base}/tasks/${taskId}/done`, { token, body: {} })
      return taskId
    },
    savedView: () => {
      const view = { list: 'thirdparties', name: text.slice(0, 80), shared: true, filters: { q: text } }
      return make('/saved-views', 'viewId', view)
    },
    attribute: () => {
      const body = { label: `${text} ${randomUUID().slice(0, 8)}`, type: 'string' }
      return make('/attributes', 'attributeId', body)
    },
  }
}
