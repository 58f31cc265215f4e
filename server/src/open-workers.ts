import type { Config } from './config.ts'
import type { DatabaseRuntime } from './database-runtime.ts'
import { createAskProvider, createProviderSecrets, type AskProvider } from './domain/datahub/index.ts'
import type { References } from './domain/references/index.ts'
import { openAnchors } from './open-anchors.ts'
import { openAnnouncements } from './open-announcements.ts'
import { openScheduledBackup } from './open-backup.ts'
import { openCheckpoints } from './open-checkpoints.ts'
import { openInvitations } from './open-invitations.ts'
import { openLinks } from './open-links.ts'
import { openWebhooks } from './open-webhooks.ts'
import type { Db } from './platform/db/index.ts'
import type { ObjectStore } from './platform/files/index.ts'
import type { JobLog, Worker } from './platform/jobs/index.ts'
import { systemClock } from './platform/kernel/index.ts'
import { startWorkers } from './worker.ts'

interface WorkerParts {
  readonly config: Config
  readonly secretKey: Uint8Array
  readonly publicUrl: string
  readonly database: DatabaseRuntime
  readonly db: Db
  readonly store: ObjectStore
  readonly references: References
  readonly log: JobLog
}

/** The workers with all that their jobs need; the same in a service and in a process of their own. */
export function openWorkers(parts: WorkerParts): Promise<Worker> {
  const { config, secretKey, publicUrl, database, db, store, references, log } = parts
  const { directUrl: appUrl, adminUrl, guard } = database
  const clock = systemClock
  return startWorkers({
    config,
    appUrl,
    adminUrl,
    guard,
    clock,
    references,
    announcements: openAnnouncements(config.announcements, db),
    askProvider: openDataHub(config, secretKey),
    store,
    links: openLinks({ config, publicUrl, secretKey, clock, store }),
    invitations: openInvitations({ config, publicUrl, secretKey }),
    checkpoints: openCheckpoints(config, secretKey),
    anchors: openAnchors(config).targets,
    webhooks: openWebhooks(config, secretKey),
    backup: openScheduledBackup(config, secretKey),
    log,
  })
}

/** The way to providers that are asked over HTTP. */
function openDataHub({ datahub }: Config, secretKey: Uint8Array): AskProvider {
  const { allowedOrigins, timeoutMs } = datahub
  return createAskProvider({ secrets: createProviderSecrets(secretKey), allowedOrigins, timeoutMs })
}
