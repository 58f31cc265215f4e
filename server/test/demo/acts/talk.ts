import { addComment } from '../../../src/domain/comments/index.ts'
import { readMention } from '../../../src/domain/comments/mentions.ts'
import type { Act } from '../act.ts'
import { companiesOf } from '../companies.ts'
import { staffOf, type Colleague } from '../../../src/demo/people.ts'
import { officeAct } from './office.ts'

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

/** Somebody reads what mentions them. */
export function readMentions(daysAgo: number, who: Colleague): Act {
  return officeAct(daysAgo, async (tx, { scope, staff }) => {
    const unread = await tx
      .selectFrom('unread_mention')
      .select('comment_id')
      .where('account_id', '=', scope.accountId)
      .where('user_id', '=', staff[who].userId)
      .orderBy('comment_id')
      .execute()
    for (const { comment_id: commentId } of unread) await readMention(tx, staff[who].scope, commentId)
  })
}
