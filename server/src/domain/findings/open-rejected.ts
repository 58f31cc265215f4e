import { AppError } from '../../platform/kernel/index.ts'
import type { OpenRejected } from '../evaluation/index.ts'
import { openFinding } from './open-finding.ts'

/** What a reviewer found in an answer, or in one of its questions, while turning it down. */
export const openRejected: OpenRejected = async (tx, scope, responseId, { questionKey, ...finding }) => {
  const answer = await tx
    .selectFrom('response')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .executeTakeFirst()
  if (!answer) throw new AppError('RESPONSE_NOT_FOUND', { responseId })
  const source =
    questionKey === undefined
      ? ({ kind: 'ANSWER', responseId } as const)
      : ({ kind: 'QUESTION', responseId, questionKey } as const)
  return openFinding(tx, scope, answer.thirdparty_id, { ...finding, source })
}
