import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { answererOfCheck } from '../status/check-answerers.ts'

interface AskedDocument {
  readonly thirdpartyId: number
  readonly code: string
}

/** For documents that were asked for just now, or came back from the archive: the service answers some by jobs. */
export async function enqueueCheckAnswers(
  tx: Tx,
  { accountId }: Scope,
  asked: readonly AskedDocument[],
): Promise<void> {
  const [rated, screened] = [new Set<number>(), new Set<number>()]
  for (const { thirdpartyId, code } of asked) {
    const answerer = answererOfCheck(code)
    if (answerer === 'REGISTER') {
      const jobKey = `responses.register-status:${accountId}:${thirdpartyId}`
      await enqueue(tx, 'responses.register-status', { accountId, thirdpartyId }, { jobKey })
    }
    if (answerer === 'DATA_HUB') rated.add(thirdpartyId)
    if (answerer === 'SCREENING' || answerer === 'NEWS') screened.add(thirdpartyId)
  }
  if (rated.size > 0) await enqueue(tx, 'datahub.answer-ratings', { accountId, thirdpartyIds: [...rated] })
  if (screened.size > 0) {
    await enqueue(tx, 'screening.run', { accountId, thirdpartyIds: [...screened], trigger: 'REQUESTED' })
  }
}
