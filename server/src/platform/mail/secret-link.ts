/**
 * An address whose end lets in whoever holds it: into the portal, an account, a new password. Give it to `renderMail`
 * as the address of a mail's button, and the end is kept apart from the words: it goes out with the mail and nowhere else.
 */
export interface SecretLink {
  /** All but the secret, such as `https://vigie.example/portal#link=`. */
  readonly address: string
  readonly secret: string
}

export function secretLink(address: string, secret: string): SecretLink {
  // Only what needs no escaping, neither in markup nor in an address.
  if (!/^[A-Za-z0-9._~-]+$/.test(secret)) throw new Error('The secret of a link is of letters and digits.')
  return { address, secret }
}

/** Stands in the stored words where the secret belongs; nobody types it, and no font shows it. */
const mark = '\uE000'

export function addressOf(link: string | SecretLink): string {
  return typeof link === 'string' ? link : link.address + mark
}

export interface MailWords {
  readonly text: string
  readonly html: string
}

/** The words with the secret in its place; without one, with what shows that something was there. */
export function fillSecret({ text, html }: MailWords, secret: string | null): MailWords {
  const fill = (words: string) => words.replaceAll(mark, secret ?? '…')
  return { text: fill(text), html: fill(html) }
}
