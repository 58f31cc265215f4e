/** Why a file, or a part of it, cannot be judged: always an answer for a person, never a crash. */
export type FaultCode = 'UNREADABLE' | 'TOO_MUCH' | 'ENCRYPTED'

export class SealFault extends Error {
  readonly code: FaultCode

  constructor(code: FaultCode, message: string) {
    super(message)
    this.name = 'SealFault'
    this.code = code
  }
}

export const unreadable = (message: string): SealFault => new SealFault('UNREADABLE', message)
export const tooMuch = (message: string): SealFault => new SealFault('TOO_MUCH', message)
