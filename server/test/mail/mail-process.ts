// A worker that sends mails and kills itself at a chosen point. Argument: the options as JSON.
import { startWorker, type Handler, type LeaseTimes } from '../../src/platform/jobs/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
// Not through the index: that would load the web server as well, at every start of this process.
import { sendMail } from '../../src/platform/mail/send-mail.task.ts'
import { smtpTransport } from '../../src/platform/mail/smtp-transport.ts'

export type CrashPoint = 'before-claim' | 'before-send' | 'after-acceptance' | 'after-commit'

export interface MailProcessOptions {
  url: string
  smtpUrl: string
  crashAt: CrashPoint
  times: LeaseTimes
}

const { url, smtpUrl, crashAt, times } = JSON.parse(process.argv[2] ?? '') as MailProcessOptions

async function crashPoint(point: CrashPoint): Promise<void> {
  if (point !== crashAt) return
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => undefined)
}

const relay = smtpTransport({ url: smtpUrl, from: 'Vigie <vigie@example.org>' })
const send = sendMail({
  ...relay,
  send: async (mail) => {
    await crashPoint('before-send')
    await relay.send(mail)
    await crashPoint('after-acceptance')
  },
})
const handler: Handler<'mail.send'> = async (payload, context) => {
  await crashPoint('before-claim')
  await send(payload, context)
  await crashPoint('after-commit')
}

await startWorker({
  url,
  times,
  concurrency: 1,
  schedule: [],
  clock: systemClock,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  handlers: { 'mail.send': handler },
})
