import { addComment } from '../../../src/domain/comments/index.ts'
import type { Act } from '../act.ts'
import { companiesOf } from '../companies.ts'
import { staffOf, type Colleague } from '../../../src/demo/people.ts'

export interface CommentAct {
  readonly by: Colleague
  readonly number: number
  readonly text: string
  readonly to?: Colleague
}

/** A word about a company, for a colleague or for whoever reads it. */
export function writeComment(daysAgo: number, { by, number, text, to }: CommentAct): Act {
  return {
    daysAgo,
    prepare:
      async ({ scope, publicUrl }) =>
      async (tx) => {
        const staff = await staffOf(tx, scope)
        const [company] = await companiesOf(tx, scope, [number])
        if (!company) return
        const author = staff[by]
        const key = `user:${author.userId}`
        const writer = { key, isAdministrator: by === 'admin', publicUrl }
        const mentions = to === undefined ? [] : [staff[to].userId]
        await addComment(tx, author.scope, { thirdpartyId: company.thirdpartyId, writer }, { text, mentions })
      },
  }
}
