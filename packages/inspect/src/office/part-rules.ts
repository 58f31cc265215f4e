import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { active, bomb, type InspectionWarning } from '../verdict.ts'
import { placeOf } from './xml-rules.ts'

/** A list of elements, by their names without prefix, that make an office program run or fetch something by itself. */
const refusedTags = new Map([
  ['ddeLink', 'the document contains macros or commands'],
  ['dde-source', 'the document contains macros or commands'],
  ['dde-link', 'the document contains macros or commands'],
  ['dde-connection-decl', 'the document contains macros or commands'],
  ['script', 'the document contains macros or commands'],
  ['applet', 'the document contains macros or commands'],
  ['oleLink', 'the document contains macros or objects'],
  ['altChunk', 'the document carries another document'],
  ['connection', 'the document asks a database or a web page'],
  ['queryTable', 'the document asks a database or a web page'],
  ['webPr', 'the document asks a database or a web page'],
  ['database-source-sql', 'the document asks a database or a web page'],
  ['database-source-query', 'the document asks a database or a web page'],
  ['database-source-table', 'the document asks a database or a web page'],
])
const formulaTags = new Set([
  'f',
  'formula',
  'formula1',
  'formula2',
  'definedName',
  'calculatedColumnFormula',
  'totalsRowFormula',
])
const formulaAttributes = new Set(['formula', 'expression', 'condition'])
/** Elements of OpenDocument whose content is taken from another file, and those that may be. */
const sourceTags = new Set(['section-source', 'table-source', 'cell-range-source'])
const frameTags = new Set(['floating-frame', 'object', 'object-ole', 'plugin'])

const longestFormula = 65_536
const deepest = 1_000
const mostAttributes = 1_000
const longestToken = 16 * 1024 * 1024

/**
 * Reads a part as the office program will, so that entities, comments, CDATA and prefixes hide nothing. Faults of the
 * XML are passed over: what follows them is judged all the same.
 */
export class PartRules {
  readonly #parser = new SaxesParser()
  readonly #decoder = new TextDecoder()
  readonly #warnings: Set<InspectionWarning>
  #depth = 0
  #attributes = 0
  #sinceToken = 0
  /** Null outside of formulas. */
  #formula: string | null = null
  #isFieldCode = false
  /** Fields that have begun; null once the code of one is complete and its result follows. */
  readonly #fields: (FieldCode | null)[] = []
  readonly #loose = new FieldCode()

  constructor(warnings: Set<InspectionWarning>) {
    this.#warnings = warnings
    const parser = this.#parser
    parser.on('error', () => undefined)
    parser.on('opentag', (tag) => this.#open(tag))
    parser.on('closetag', (tag) => this.#close(localName(tag.name)))
    parser.on('text', (text) => this.#read(text))
    parser.on('cdata', (text) => this.#read(text))
    parser.on('comment', () => this.#countToken())
    parser.on('attribute', () => {
      this.#attributes += 1
      if (this.#attributes > mostAttributes) throw bomb('a part of the document is written excessively')
    })
  }

  write(bytes: Buffer): void {
    this.#sinceToken += bytes.length
    this.#parser.write(this.#decoder.decode(bytes, { stream: true }))
    // The parser keeps what it reads until the token is complete.
    if (this.#sinceToken > longestToken) throw bomb('a part of the document is written excessively')
  }

  end(): void {
    this.#parser.close()
    for (const field of [...this.#fields, this.#loose]) field?.judge(this.#warnings)
  }

  #countToken(): void {
    this.#sinceToken = 0
  }

  #open(tag: SaxesTagPlain): void {
    this.#countToken()
    this.#attributes = 0
    this.#depth += 1
    if (this.#depth > deepest) throw bomb('a part of the document is nested too deeply')
    const name = localName(tag.name)
    const refusal = refusedTags.get(name)
    if (refusal !== undefined) throw active(refusal)
    // Formulas hold text alone; a fraction in a formula of mathematics, which holds elements, has the same name.
    this.#formula = formulaTags.has(name) ? '' : null
    if (name === 'instrText' || name === 'delInstrText') this.#isFieldCode = true
    for (const [key, value] of Object.entries(tag.attributes))
      this.#judgeAttribute(name, localName(key), value)
  }

  #judgeAttribute(tag: string, name: string, value: string): void {
    if (formulaAttributes.has(name)) judgeFormula(value)
    else if (name === 'href') this.#judgeTarget(tag, value)
    else if (tag === 'fldChar' && name === 'fldCharType') this.#turnField(value)
    else if (tag === 'fldSimple' && name === 'instr') {
      const field = new FieldCode()
      field.add(value)
      field.judge(this.#warnings)
    }
  }

  #judgeTarget(tag: string, target: string): void {
    const place = placeOf(target)
    if (place === 'SCRIPT') throw active('a link of the document is a script')
    if (place === 'INSIDE' ? !sourceTags.has(tag) : tag === 'a' && place === 'WEB') return
    const isLoaded = sourceTags.has(tag) || frameTags.has(tag)
    const isElsewhere = place === 'OTHER_COMPUTER' ? tag !== 'a' : place === 'WEB' && isLoaded
    if (isElsewhere) throw active('the document loads from another computer')
    this.#warnings.add('OFFICE_EXTERNAL_LINK')
  }

  #turnField(type: string): void {
    const current = this.#fields.at(-1)
    if (type === 'begin') {
      current?.holdField()
      this.#fields.push(new FieldCode())
      if (this.#fields.length > deepest) throw bomb('a part of the document is nested too deeply')
      return
    }
    current?.judge(this.#warnings)
    if (type === 'end') this.#fields.pop()
    else if (this.#fields.length > 0) this.#fields[this.#fields.length - 1] = null
  }

  #read(text: string): void {
    this.#countToken()
    if (this.#isFieldCode) (this.#fields.at(-1) ?? this.#loose).add(text)
    if (this.#formula === null) return
    this.#formula += text
    if (this.#formula.length > longestFormula) throw bomb('a formula of the document is excessively long')
  }

  #close(name: string): void {
    this.#countToken()
    this.#depth -= 1
    if (name === 'instrText' || name === 'delInstrText') this.#isFieldCode = false
    if (this.#formula === null || !formulaTags.has(name)) return
    judgeFormula(this.#formula)
    this.#formula = null
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Fields that put something from elsewhere into the document. */
const loading = new Set(['INCLUDETEXT', 'INCLUDE', 'INCLUDEPICTURE', 'IMPORT', 'LINK', 'RD'])
const pictures = new Set(['INCLUDEPICTURE', 'IMPORT'])
const longest = 65_536

/** The code of one field of a text document, put together from as many runs as it is written in. */
class FieldCode {
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

const quoted = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g
// Names of columns and places, and constants: nothing in them is ever run.
const bracketed = /\[[^[\]]*\]|\{[^{}]*\}/g
/** Functions that fetch from elsewhere, or call a program. Files hold their English names in every language. */
const reaching =
  /(?<![\w.])(?:(?:_xlfn|_xlws|_xludf|com\.microsoft|org\.libreoffice|org\.openoffice)\.)*(?:webservice|filterxml|image|rtd|call|register(?:\.id)?|exec|dde|sql\.request)\s*\(|_xleta\.(?:webservice|filterxml|image|rtd|call|register)/i

/**
 * `cmd|'/C calc'!A0` starts a program through DDE: outside of quotes, brackets and braces a spreadsheet has no other
 * use for the bar.
 */
function judgeFormula(formula: string): void {
  const bare = formula.replaceAll(quoted, ([quote]) => `${quote}${quote}`)
  if (reaching.test(bare))
    throw active('a formula of the document fetches from elsewhere or starts a program')
  // Text documents of OpenDocument part the arguments of a function by it.
  if (bare.startsWith('ooow:')) return
  if (bare.replaceAll(bracketed, '').includes('|')) throw active('a formula of the document starts a program')
}
