export interface OutgoingMail {
  messageId: string
  recipient: string
  language: string
  subject: string
  text: string
  html: string
  /** Beyond those every mail has. */
  headers: Readonly<Record<string, string>>
}

/** Hands a mail to whatever carries it on; returns once that party answers for it. */
export interface MailTransport {
  /** Right-hand side of the Message-IDs it sends. */
  readonly domain: string
  /** Nothing leaves the house: whoever reads the mailbox is the recipient, and needs the links in it. */
  readonly keepsMails: boolean
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** Why a mail did not leave. `code` is safe to keep and to log: it quotes nobody. */
export class DeliveryFault extends Error {
  readonly code: string
  readonly isPermanent: boolean
  /** It is the recipient that was refused, at whatever stage, not the message as such. */
  readonly isOfRecipient: boolean
  /** The relay had the whole mail and fell silent: it has perhaps taken it. */
  readonly isUncertain: boolean

  constructor(code: string, isPermanent: boolean, cause: unknown, more: Partial<FaultKind> = {}) {
    super(`The mail was not taken: ${code}.`, { cause })
    this.name = 'DeliveryFault'
    this.code = code
    this.isPermanent = isPermanent
    this.isOfRecipient = more.isOfRecipient ?? false
    this.isUncertain = more.isUncertain ?? false
  }
}

type FaultKind = Pick<DeliveryFault, 'isOfRecipient' | 'isUncertain'>

/** A mail to an address nobody can have, kept back on purpose; the mailbox shows it. */
export class WithheldMail extends DeliveryFault {
  constructor() {
    super('RESERVED_ADDRESS', true, undefined)
    this.name = 'WithheldMail'
  }
}

/** For demonstrations: nothing leaves the house, and the mailbox page shows what would have. */
export function mailboxTransport(): MailTransport {
  return {
    domain: 'mailbox.vigie.invalid',
    keepsMails: true,
    send: () => Promise.resolve(),
    close: () => undefined,
  }
}
