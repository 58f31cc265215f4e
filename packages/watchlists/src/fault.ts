export type ListFaultCode =
  | 'TRUNCATED'
  | 'NOT_THIS_LIST'
  | 'ENCODING'
  | 'TOO_LARGE'
  | 'MALFORMED'
  | 'DOUBLED'
  | 'MISSING_FILE'
  | 'NO_ENTRY'

export interface FaultPlace {
  file?: string
  line?: number
}

/** Why a list was refused as a whole. The message is a sentence for the person who loads lists. */
export class ListFault extends Error {
  readonly code: ListFaultCode
  readonly place: FaultPlace

  constructor(code: ListFaultCode, sentence: string, place: FaultPlace = {}, options?: ErrorOptions) {
    super(placeWords(place) + sentence, options)
    this.name = 'ListFault'
    this.code = code
    this.place = place
  }
}

function placeWords({ file, line }: FaultPlace): string {
  if (file === undefined) return ''
  return line === undefined ? `${file}: ` : `${file}, line ${line}: `
}
