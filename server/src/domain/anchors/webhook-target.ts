import { signHeaders, type Send } from '../webhooks/index.ts'
import type { AnchorTarget } from './anchor.ts'

export interface AnchorWebhookOptions {
  readonly url: string
  /** In the form Standard Webhooks gives it. */
  readonly secret: string
  readonly send: Send
}

/** An address of the operator's, such as the auditor's own machine. */
export function webhookTarget({ url, secret, send }: AnchorWebhookOptions): AnchorTarget {
  return {
    name: 'WEBHOOK',
    rhythm: 'each',
    deliver: async ({ line, chain, seq }, { scope, now, signal }) => {
      const data = JSON.parse(line) as { madeAt: string }
      const type = chain === 'EVENTS' ? 'journal.checkpoint' : 'administration.checkpoint'
      const body = JSON.stringify({ type, timestamp: data.madeAt, data })
      // The same for every attempt: a receiver that heard it before knows.
      const id = `${chain === 'EVENTS' ? '' : 'administration_'}checkpoint_${scope.accountId}_${seq}`
      const timestamp = Math.floor(now.getTime() / 1_000)
      const headers = signHeaders([secret], { id, timestamp, body })
      const { error, status } = await send({ url, body, headers }, signal)
      if (error === null) return { state: 'delivered', reference: id }
      return { state: 'failed', fault: error === 'STATUS' ? `STATUS_${status}` : error }
    },
  }
}
