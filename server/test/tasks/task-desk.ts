import type { OwnerDesk } from '../owners/owner-desk.ts'

export interface Task {
  readonly taskId: number
  readonly title: string
  readonly about: { thirdpartyId: number; dossierId: number | null } | null
  readonly assignee: { userId: number | null; teamId: number | null; active: boolean } | null
  readonly dueOn: string | null
  readonly overdue: boolean
  readonly state: string
}

export async function addTask(d: OwnerDesk, body: object, token?: string): Promise<number> {
  const given = { body, ...(token !== undefined && { token }) }
  return (await d.must<Task>('POST', '/tasks', given)).taskId
}

/** Those of a list that fits on one page. */
export async function tasksOf(d: OwnerDesk, query: string, as?: { readonly token: string }): Promise<Task[]> {
  const page = await d.must<{ content: Task[]; totalElements: number }>(
    'GET',
    `/tasks?size=200&${query}`,
    as ? { token: as.token } : {},
  )
  if (page.totalElements !== page.content.length) throw new Error(`The total is ${page.totalElements}.`)
  return page.content
}

export async function titlesOf(
  d: OwnerDesk,
  query: string,
  as?: { readonly token: string },
): Promise<string[]> {
  return (await tasksOf(d, query, as)).map(({ title }) => title)
}
