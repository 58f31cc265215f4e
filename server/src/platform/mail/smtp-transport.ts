import { PassThrough } from 'node:stream'
import { createTransport } from 'nodemailer'
import { dependencies, tracing } from '../kernel/index.ts'
import { certificates } from '../metrics/index.ts'
import { hasLineBreak } from './safe-text.ts'
import { DeliveryFault, WithheldMail, type MailTransport, type OutgoingMail } from './transport.ts'

export interface SmtpOptions {
  /** smtp:// or smtps://, with user and password where the relay wants them. */
  url: string
  /** `Name <address>` or an address. */
  from: string
  /** Longest silence of the relay that is borne, at each step. */
  timeoutMs?: number
  /** Whether mails to invented people leave too, as to a relay that only shows them. */
  toReserved?: boolean
}

const maxConnections = 5

export function smtpTransport(options: SmtpOptions): MailTransport {
  const { url, from, timeoutMs = 20_000, toReserved = true } = options
  const domain = domainOf(from)
  const relay = createTransport({
    pool: true,
    url,
    maxConnections,
    // A repeat of its own would escape our outbox: only the job decides to send again.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    tls: { minVersion: 'TLSv1.2', checkServerIdentity: certificates.checker('smtp') },
    // A relay that wants a password gets it over TLS or not at all.
    requireTLS: new URL(url).password !== '' && !url.startsWith('smtps:'),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const handedOver = new Set<string>()
  relay.use('stream', ({ data, message }, done) => {
    message.transform(() => noteEnd(() => handedOver.add(data.messageId ?? '')))
    done()
  })
  return {
    domain,
    keepsMails: false,
    send: async (mail) => {
      if (!toReserved && isReservedAddress(mail.recipient)) throw new WithheldMail()
      const message = messageOf(mail, from)
      const started = performance.now()
      const seconds = () => (performance.now() - started) / 1000
      try {
        await tracing.ask('smtp', () => relay.sendMail(message))
        dependencies.succeed('smtp', '', seconds())
      } catch (error) {
        const fault = toDeliveryFault(error, handedOver.has(message.messageId))
        if (isOfMail(error)) dependencies.succeed('smtp', '', seconds())
        else dependencies.fail('smtp', fault, '', seconds())
        throw fault
      } finally {
        handedOver.delete(message.messageId)
      }
    },
    close: () => relay.close(),
  }
}

/** Lets everything through, and says when the last of it has been read. */
function noteEnd(onEnd: () => void): PassThrough {
  return new PassThrough({
    flush: (done) => {
      onEnd()
      done()
    },
  })
}

/** Nobody can have these: RFC 2606 and RFC 6761 keep them for examples and tests. */
const reservedNames = ['example', 'test', 'invalid', 'localhost', 'example.com', 'example.net', 'example.org']

/** Whether an address is invented: a relay could only send such a mail back. */
export function isReservedAddress(address: string): boolean {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '')
  return reservedNames.some((name) => domain === name || domain.endsWith(`.${name}`))
}

function domainOf(from: string): string {
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from.trim())?.[1]
  if (domain === undefined || hasLineBreak(from))
    throw new Error('The sender of mails must be an e-mail address.')
  return domain
}

function messageOf(mail: OutgoingMail, from: string) {
  return {
    from,
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    messageId: `<${mail.messageId}>`,
    text: mail.text,
    html: mail.html,
    headers: {
      ...mail.headers,
      'Content-Language': mail.language,
      // Keeps holiday notices from answering, and loops from starting.
      'Auto-Submitted': 'auto-generated',
    },
  }
}

interface SmtpError {
  code?: string
  responseCode?: number
  response?: string
  command?: string
}

// A refusal of the recipient or the message is about this mail. One at the greeting, at sign-in or of the
// sender is about the relay or our settings: waiting may help.
const aboutTheMail = new Set(['RCPT TO', 'DATA'])
// RFC 5321: the relay as such goes away, whatever it was asked.
const shuttingDown = 421

/** Refused for now or for good, but by a relay that is well. */
function isOfMail(error: unknown): boolean {
  const { responseCode, command } = error as SmtpError
  return responseCode !== undefined && responseCode !== shuttingDown && aboutTheMail.has(command ?? '')
}

function toDeliveryFault(error: unknown, isUncertain: boolean): DeliveryFault {
  const { code, responseCode, response, command } = error as SmtpError
  if (responseCode === undefined) return new DeliveryFault(code ?? 'EUNKNOWN', false, error, { isUncertain })
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})/.exec(response ?? '')?.[1]
  const isPermanent = responseCode >= 500 && aboutTheMail.has(command ?? '')
  return new DeliveryFault(
    enhanced ? `${responseCode} ${enhanced}` : String(responseCode),
    isPermanent,
    error,
    { isOfRecipient: isPermanent && !isOfMessage(enhanced) },
  )
}

/**
 * Some servers look at the recipient only once they have the whole message, so a refusal then is of the recipient too,
 * unless its code (RFC 3463) blames the mail system, the protocol or the content: nobody else would get it either.
 */
const isOfMessage = (enhanced = '') => /^5\.[356]\./.test(enhanced)
