import type { Settings } from './config-readers.ts'

export interface LinksConfig {
  /** How long a signed link holds. */
  readonly seconds: number
  /** Hand out addresses of the object store instead of our own, where it has such. */
  readonly fromStore: boolean
}

/** The service that verifies pieces, reached over HTTP. */
export interface VerificationConfig {
  readonly url: string
  readonly token: string | null
  /** Codes of the documents that are sent to it unasked. */
  readonly documentCodes: readonly string[]
}

export function readLinks(settings: Settings): LinksConfig {
  return {
    seconds: settings.integer('SIGNED_LINK_SECONDS', 300, { min: 60, max: 3_600 }),
    fromStore: settings.flag('SIGNED_LINKS_FROM_STORE', false),
  }
}

export function readVerification(settings: Settings): VerificationConfig | null {
  const url = settings.url('VERIFICATION_URL', ['http', 'https'])
  const token = settings.optional('VERIFICATION_TOKEN')
  const codes = settings.list('VERIFICATION_DOCUMENTS')
  const documentCodes = codes.length > 0 ? codes : ['SOC_VIGILANCE', 'FISCAL_REG', 'BANK_DETAILS']
  return url === null ? null : { url, token, documentCodes }
}
