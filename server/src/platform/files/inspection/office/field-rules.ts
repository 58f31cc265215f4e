import { active, type InspectionWarning } from '../verdict.ts'
import { placeOf } from './place-of.ts'

/** Fields that put something from elsewhere into the document. */
const loading = new Set(['INCLUDETEXT', 'INCLUDE', 'INCLUDEPICTURE', 'IMPORT', 'LINK', 'RD'])
const pictures = new Set(['INCLUDEPICTURE', 'IMPORT'])
const longest = 65_536

/** The code of one field of a text document, put together from as many runs as it is written in. */
export class FieldCode {
  #code = ''
  #isComputed = false

  add(text: string): void {
    if (this.#code.length > longest) return
    const piece = text.replaceAll(/\s+/g, ' ')
    this.#code += this.#code === '' || this.#code.endsWith(' ') ? piece.trimStart() : piece
    if (this.#code.length > longest && !isData(this.#code))
      throw active('a field of the document is longer than a field can be')
  }

  /** Another field stands in the code of this one: part of the code is only known once that one was worked out. */
  holdField(): void {
    if (this.#code === '') throw active('the document hides what one of its fields does')
    this.#isComputed = true
  }

  judge(warnings: Set<InspectionWarning>): void {
    const code = this.#code
    if (isData(code)) return
    if (/\bDDE(?:AUTO)?\b/i.test(code)) throw active('the document contains macros or commands')
    const [keyword = ''] = code.toUpperCase().split(/[\s\\"]/, 1)
    if (keyword === 'DATABASE') throw active('a field of the document asks a database')
    const places = new Set(wordsOf(code).map(placeOf))
    if (places.has('SCRIPT')) throw active('a link of the document is a script')
    if (!loading.has(keyword)) return
    const isElsewhere = places.has('WEB') || this.#isComputed
    if (places.has('OTHER_COMPUTER') || (isElsewhere && !pictures.has(keyword)))
      throw active('the document loads from another computer')
    warnings.add('OFFICE_EXTERNAL_LINK')
  }
}

/** Programs that keep references write whole bibliographies into such fields, and nothing runs them. */
const isData = (code: string) => /^ADDIN\b/i.test(code)

function wordsOf(code: string): string[] {
  const found = code.matchAll(/["\u201c\u201d]([^"\u201c\u201d]*)["\u201c\u201d]|([^\s"\u201c\u201d]+)/g)
  return [...found].map(([, text, word]) => text ?? word ?? '').slice(1)
}
