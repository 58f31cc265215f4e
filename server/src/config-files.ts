import { languageFile, shippedLanguages } from '@vigie/ocr'
import type { Settings } from './config-readers.ts'

export interface LinksConfig {
  /** How long a signed link holds. */
  readonly seconds: number
  /** Hand out addresses of the object store instead of our own, where it has such. */
  readonly fromStore: boolean
}

export interface FileEncryptionConfig {
  /** Whether new files are encrypted; those that are can be read either way. */
  readonly on: boolean
  /** Keys the operator gives instead of one derived from the secret key: as they are, or in a file. */
  readonly keys: string | null
  readonly keysFile: string | null
}

/** The service that verifies pieces, reached over HTTP. */
export interface VerificationConfig {
  readonly url: string
  readonly token: string | null
  /** Codes of the documents that are sent to it unasked. */
  readonly documentCodes: readonly string[]
}

/** How pages without text are read. */
export interface ScansConfig {
  /** As the engine names them, tried in this order. */
  readonly languages: readonly string[]
  /** Where data of languages lies that do not come with us. */
  readonly dataFolder: string | null
}

/** How long an account that leaves has time. */
export interface LeavingConfig {
  /** For how many days an export can be downloaded. */
  readonly exportDays: number
  /** For how many days a deletion can be taken back. */
  readonly graceDays: number
}

export function readLinks(settings: Settings): LinksConfig {
  return {
    seconds: settings.integer('SIGNED_LINK_SECONDS', 300, { min: 60, max: 3_600 }),
    fromStore: settings.flag('SIGNED_LINKS_FROM_STORE', false),
  }
}

export function readFileEncryption(settings: Settings, production: boolean): FileEncryptionConfig {
  const keys = settings.optional('FILE_KEYS')
  const keysFile = settings.optional('FILE_KEYS_FILE')
  if (keys !== null && keysFile !== null) settings.fault('FILE_KEYS and FILE_KEYS_FILE: set one of them.')
  return { on: settings.flag('FILE_ENCRYPTION', production), keys, keysFile }
}

export function readVerification(settings: Settings): VerificationConfig | null {
  const url = settings.url('VERIFICATION_URL', ['http', 'https'])
  const token = settings.optional('VERIFICATION_TOKEN')
  const codes = settings.list('VERIFICATION_DOCUMENTS')
  const documentCodes = codes.length > 0 ? codes : ['SOC_VIGILANCE', 'FISCAL_REG', 'BANK_DETAILS']
  return url === null ? null : { url, token, documentCodes }
}

/** Null: scans and photographs are left to people. */
export function readScans(settings: Settings): ScansConfig | null {
  const named = settings.list('OCR_LANGUAGES')
  const dataFolder = settings.optional('OCR_DATA')
  if (named.length === 1 && named[0] === 'none') return null
  const languages = named.length > 0 ? named : shippedLanguages
  const unknown = languages.filter(
    (name) => !/^\w{3,20}$/.test(name) || languageFile(name, dataFolder) === null,
  )
  if (unknown.length > 0)
    settings.fault(`OCR_LANGUAGES names ${unknown.join(', ')}: neither Vigie nor OCR_DATA has data of it.`)
  return { languages, dataFolder }
}

/** Exports repeat every file, so they do not stay for long; a deletion leaves time for whoever was away to object. */
export function readLeaving(settings: Settings): LeavingConfig {
  const exportDays = settings.integer('ACCOUNT_EXPORT_DAYS', 7, { min: 1, max: 90 })
  const graceDays = settings.integer('ACCOUNT_DELETION_DAYS', 30, { min: 1, max: 365 })
  return { exportDays, graceDays }
}
