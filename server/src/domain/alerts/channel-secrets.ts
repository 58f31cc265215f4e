import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { deriveKey, reseal, seal, unseal, type KeyChange, type Resealing } from '../accounts/index.ts'

interface ChannelKey {
  readonly accountId: number
  readonly channelId: number
}

/** Addresses of rooms as the database keeps them: sealed, and bound to their channel. */
export interface ChannelSecrets {
  close(channel: ChannelKey, url: string): Buffer
  open(channel: ChannelKey, sealed: Buffer): string
}

const purpose = 'alert channels'
const labelOf = ({ accountId, channelId }: ChannelKey) => `${accountId}:${channelId}`

export function createChannelSecrets(secretKey: Uint8Array): ChannelSecrets {
  const key = deriveKey(secretKey, purpose)
  return {
    close: (channel, url) => seal(key, labelOf(channel), Buffer.from(url)),
    open: (channel, sealed) => {
      const plain = unseal(key, labelOf(channel), sealed)
      if (!plain) throw new Error('The address of an alert channel was sealed with another secret key.')
      return plain.toString()
    },
  }
}

/** The addresses of an account's rooms, under another secret key. */
export async function resealChannels(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  change: KeyChange,
): Promise<Resealing> {
  const { rows } = await sql<{ channelId: number; sealed: Buffer }>`
    select channel_id as "channelId", sealed_url as sealed from alert_channel where account_id = ${accountId}
    order by channel_id for update`.execute(tx)
  const count = { resealed: 0, unreadable: 0 }
  for (const { channelId, sealed } of rows) {
    const renewed = reseal(change, purpose, { label: labelOf({ accountId, channelId }), sealed })
    count[renewed ? 'resealed' : 'unreadable'] += 1
    if (renewed)
      await sql`update alert_channel set sealed_url = ${renewed}
        where account_id = ${accountId} and channel_id = ${channelId}`.execute(tx)
  }
  return count
}
