import type { Unjudged } from '@vigie/codes'

/** A code that is printed in a file, as it is kept beside what was read. */
export interface ReadCode {
  readonly format: 'QR' | 'DATA_MATRIX'
  /** A signed 2D-Doc, a transfer, the address of a page, or anything else. */
  readonly kind: 'TWO_D_DOC' | 'PAYMENT' | 'ADDRESS' | 'OTHER'
  /** Counted from 1. */
  readonly page: number
  /** In fractions of the page before it is turned, from the top left corner. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** What it says, shortened; of a 2D-Doc who signed it, as it calls them. */
  readonly value: string
  /** Of a 2D-Doc: whether its signature holds. */
  readonly verdict: 'VALID' | 'INVALID' | 'NOT_JUDGED' | null
  /** Why it was not judged. */
  readonly reason: Unjudged | null
  readonly documentKind: string | null
  readonly authority: string | null
  readonly certificate: string | null
  /** Whom the certificate names, where the signature holds. */
  readonly signer: string | null
  readonly issuedOn: string | null
  readonly signedOn: string | null
  /** Of the list of authorities that it was judged by. */
  readonly trustVersion: number | null
  readonly fields: readonly {
    readonly name: string
    readonly value: string
    readonly isCut: boolean
    readonly agreement: 'AGREES' | 'DIFFERS' | 'NOT_COMPARED'
  }[]
  /** Its signature holds, and what it says is what the page prints. */
  readonly proves: boolean
}
