export type StampFault =
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'STATUS'
  | 'MALFORMED'
  | 'REJECTED'
  | 'IMPRINT'
  | 'NONCE'
  | 'POLICY'
  | 'SIGNATURE'
  | 'CERTIFICATE'
  | 'UNTRUSTED'

/** Why a time-stamp is not believed. The code is safe to keep and to log: it quotes nobody. */
export class StampRefused extends Error {
  override name = 'StampRefused'
  readonly code: StampFault

  constructor(code: StampFault, cause?: unknown) {
    super(`The time-stamp is refused: ${code}.`, { cause })
    this.code = code
  }
}
