import { queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Body } from '../../api/index.ts'

export type Absences = Answer<'listMyAbsences'>
export type Absence = Absences['absences'][number]

/** Whose: somebody else's are for administrators. */
export interface AbsencesOf {
  accountId: number
  /** Null: one's own. */
  userId: number | null
}

export const absencesQuery = ({ accountId, userId }: AbsencesOf) =>
  queryOptions({
    queryKey: userId === null ? ['absences', accountId] : ['absences', accountId, userId],
    queryFn: ({ signal }): Promise<Absences> =>
      userId === null
        ? api.account(accountId).get('/absences', { signal })
        : api.account(accountId).get('/users/{userId}/absences', { path: { userId }, signal }),
    staleTime: 0,
  })

/** These and no others. */
export function putAbsences(
  { accountId, userId }: AbsencesOf,
  absences: Body<'putMyAbsences'>['absences'],
): Promise<Absences> {
  const to = api.account(accountId)
  const body = { absences }
  return userId === null
    ? to.put('/absences', { body })
    : to.put('/users/{userId}/absences', { path: { userId }, body })
}
