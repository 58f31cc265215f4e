export const refusalCodes = [
  'TYPE_REFUSED',
  'CONTENT_MISMATCH',
  'ACTIVE_CONTENT',
  'ENCRYPTED',
  'ARCHIVE_BOMB',
  'EMPTY',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

export type InspectionWarning =
  /** Something happens when the PDF is opened; not a script, which is refused. */
  | 'PDF_OPEN_ACTION'
  | 'PDF_ADDITIONAL_ACTIONS'
  | 'PDF_LINK_TO_LOCAL_FILE'
  | 'PDF_LINK_TO_OTHER_DOCUMENT'
  | 'PDF_SUBMITS_FORM'
  | 'PDF_MEDIA'
  | 'PDF_MANY_PAGES'
  | 'PDF_BYTES_AFTER_END'
  | 'IMAGE_LOCATION'
  | 'IMAGE_BYTES_AFTER_END'
  | 'OFFICE_EXTERNAL_LINK'
  | 'CSV_FORMULA'

export interface CleanVerdict {
  kind: 'CLEAN'
  /** What we detected, never what the sender declared: the type to serve the file with. */
  contentType: string
  /** The canonical one, lower case, without its dot. */
  extension: string
  warnings: InspectionWarning[]
}

export interface RefusedVerdict {
  kind: 'REFUSED'
  code: RefusalCode
  /** For staff and logs, in English; holds no content of the file. */
  reason: string
}

export type Verdict = CleanVerdict | RefusedVerdict

export interface InspectionLimits {
  maxPixels: number
  maxArchiveEntries: number
  maxUnpackedBytes: number
  maxRatio: number
  /** Of one PDF, in object streams, which are unpacked into memory one at a time. */
  maxObjectStreamBytes: number
  /** Of one compressed stream of a PDF, counted and thrown away. */
  maxStreamBytes: number
  /** Of all streams of a PDF that were worth counting. */
  maxCountedBytes: number
  maxPdfPages: number
  maxPdfObjects: number
  /** Invoices in PDF/A-3 carry their data as an attachment; refused unless this is set. */
  allowPdfAttachments: boolean
}

export const defaultLimits: InspectionLimits = {
  maxPixels: 50_000_000,
  maxArchiveEntries: 2_000,
  maxUnpackedBytes: 200_000_000,
  maxRatio: 100,
  maxObjectStreamBytes: 64 * 1024 * 1024,
  maxStreamBytes: 512 * 1024 * 1024,
  maxCountedBytes: 4 * 1024 * 1024 * 1024,
  maxPdfPages: 50_000,
  maxPdfObjects: 2_000_000,
  allowPdfAttachments: false,
}

/** Ends an inspection from any depth; only `inspectFile` catches it. */
export class Refusal extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode, reason: string) {
    super(reason)
    this.code = code
  }
}

export function mismatch(reason: string): Refusal {
  return new Refusal('CONTENT_MISMATCH', reason)
}

export function active(reason: string): Refusal {
  return new Refusal('ACTIVE_CONTENT', reason)
}

export function bomb(reason: string): Refusal {
  return new Refusal('ARCHIVE_BOMB', reason)
}
