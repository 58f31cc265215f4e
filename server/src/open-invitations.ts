import { hkdfSync } from 'node:crypto'
import type { Config } from './config.ts'
import type { InvitationSettings } from './domain/invitations/index.ts'

interface Parts {
  readonly config: Config
  readonly publicUrl: string
  readonly secretKey: Uint8Array
}

/** Made alike by the service, which invites on demand, and by its workers, which invite and remind by themselves. */
export function openInvitations({ config, publicUrl, secretKey }: Parts): InvitationSettings {
  const { perHour, mailsPerDay } = config.invitations
  return {
    publicUrl,
    secret: new Uint8Array(hkdfSync('sha256', secretKey, '', 'unsubscribe links', 32)),
    limits: { invitationsPerHour: perHour, mailsPerDay },
  }
}
