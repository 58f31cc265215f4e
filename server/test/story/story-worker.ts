import { loadConfig } from '../../src/config.ts'
import { createBundledProviders, references } from '../../src/domain/references/index.ts'
import { openInvitations } from '../../src/open-invitations.ts'
import { localStore } from '../../src/platform/files/index.ts'
import { startWorker, type LeaseTimes, type Worker } from '../../src/platform/jobs/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { handlersOf } from '../../src/worker.ts'

export interface StoryWorkerOptions {
  url: string
  smtpUrl: string
  folder: string
  times: LeaseTimes
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const publicUrl = 'http://vigie.test'
// Every one of these workers is a scheduler too, and all of them find the last minutes due.
const everyMinute = { pattern: '* * * * *', catchUpMs: 600_000, payload: {} }

/** The product's worker, quicker to find that another one has died. */
export async function startStoryWorker(options: StoryWorkerOptions): Promise<Worker> {
  const { url, smtpUrl, folder, times } = options
  const config = loadConfig({
    PUBLIC_URL: publicUrl,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'vigie@buyer.example',
    INVITATIONS_PER_HOUR: '10000',
    CONTACT_MAILS_PER_DAY: '10000',
    OCR_LANGUAGES: 'none',
  })
  const handlers = handlersOf({
    config,
    appUrl: url,
    clock: systemClock,
    references: references(createBundledProviders(), null),
    store: await localStore({ root: folder }),
    invitations: openInvitations({ config, publicUrl, secretKey: new Uint8Array(32) }),
    log,
  })
  return startWorker({
    url,
    times,
    handlers,
    log,
    clock: systemClock,
    concurrency: 2,
    schedule: [
      { task: 'invitations.invite-all', ...everyMinute },
      { task: 'invitations.remind', ...everyMinute },
    ],
  })
}
