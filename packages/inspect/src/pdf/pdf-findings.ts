import { hasMarkup } from '../foreign-content.ts'
import { bomb, mismatch, type InspectionLimits } from '../verdict.ts'
import type { LexerListener } from './pdf-lexer.ts'
import { streamTask, type StreamTask } from './pdf-stream-task.ts'

export type Finding =
  | 'SCRIPT'
  | 'LAUNCH'
  | 'ATTACHMENT'
  | 'RICH_MEDIA'
  | 'XFA'
  | 'ENCRYPTED'
  | 'OPEN_ACTION'
  | 'ADDITIONAL_ACTIONS'
  | 'OTHER_DOCUMENT'
  | 'SUBMITS_FORM'
  | 'LOCAL_FILE'
  | 'MEDIA'
  | 'ROOT'

const meanings = new Map<string, Finding>([
  ['/JavaScript', 'SCRIPT'],
  ['/JS', 'SCRIPT'],
  ['/Launch', 'LAUNCH'],
  ['/EmbeddedFile', 'ATTACHMENT'],
  ['/EF', 'ATTACHMENT'],
  ['/GoToE', 'ATTACHMENT'],
  ['/RichMedia', 'RICH_MEDIA'],
  ['/XFA', 'XFA'],
  ['/AA', 'ADDITIONAL_ACTIONS'],
  ['/GoToR', 'OTHER_DOCUMENT'],
  ['/SubmitForm', 'SUBMITS_FORM'],
  ['/ImportData', 'OTHER_DOCUMENT'],
  ['/Movie', 'MEDIA'],
  ['/Sound', 'MEDIA'],
  ['/Rendition', 'MEDIA'],
  ['/Root', 'ROOT'],
])

/** More than any dictionary we judge as a whole; longer objects are still searched for names. */
const keptTokens = 4_000
const keptTargets = 200_000

export interface XrefSection {
  at: number
  previous: number | undefined
}

/** Gathers what matters of a PDF while its tokens pass. */
export class PdfFindings implements LexerListener {
  readonly found = new Set<Finding>()
  readonly sections: XrefSection[] = []
  /** Streams that need their content looked at; the caller empties it. */
  tasks: StreamTask[] = []
  pages = 0
  private readonly limits: InspectionLimits
  private objects = 0
  private tokens: string[] = []
  private number = 0
  private startsAt = 0
  private before = ''
  private last = ''
  private xrefAt: number | undefined
  private open: StreamTask | undefined
  private readonly openTargets: number[] = []
  private readonly plainTargets = new Set<number>()

  constructor(limits: InspectionLimits) {
    this.limits = limits
  }

  token(token: string, at: number): void {
    // Words are few and names are some; most tokens are numbers, and cost the least.
    const first = token.charCodeAt(0)
    const isWord = first >= 0x61 && first <= 0x7a && this.word(token, at)
    if (!isWord) this.inside(token, first)
    this.before = this.last
    this.last = token
  }

  private word(token: string, at: number): boolean {
    if (token === 'obj') this.startObject(Number(this.before), at)
    else if (token === 'stream') this.startStream(at)
    else if (token === 'endobj' || token === 'startxref') this.endObject()
    else if (token === 'trailer') this.startObject(0, at)
    else if (token === 'xref') this.xrefAt = at
    else return false
    return true
  }

  comment(text: string): void {
    if (hasMarkup(text)) throw mismatch('a comment of the PDF is a web page or a script')
  }

  streamEnd(at: number): void {
    const task = this.open
    this.open = undefined
    if (!task) return
    const bytes = at - task.at
    if (task.kind === 'OBJECTS' || bytes * 1_032 > this.limits.maxStreamBytes) this.tasks.push(task)
  }

  startObject(number: number, at: number): void {
    this.endObject()
    this.number = number
    this.startsAt = at
    this.objects += 1
    if (this.objects > this.limits.maxPdfObjects) throw bomb('the PDF has too many objects')
  }

  endObject(): void {
    const { tokens } = this
    if (tokens.length === 0) return
    this.tokens = []
    const plain = tokens[0] === '[' || (isPair(tokens, '/S', '/GoTo') && !tokens.includes('/Next'))
    if (plain && this.plainTargets.size < keptTargets) this.plainTargets.add(this.number)
    const opens = tokens.indexOf('/OpenAction')
    if (opens >= 0) this.judgeOpenAction(tokens.slice(opens + 1))
    const isSection = tokens.includes('/Root') && (this.number === 0 || tokens.includes('/XRef'))
    if (isSection) this.addSection(tokens)
  }

  /** Takes what the packed objects hold, once all have passed: an action on opening that only turns to a page is as good as none. */
  merge(packed: PdfFindings): void {
    this.endObject()
    for (const finding of packed.found) this.found.add(finding)
    for (const target of packed.plainTargets) this.plainTargets.add(target)
    for (const target of packed.openTargets) this.openTargets.push(target)
    this.pages = Math.max(this.pages, packed.pages)
    if (this.openTargets.some((target) => !this.plainTargets.has(target))) this.found.add('OPEN_ACTION')
  }

  private inside(token: string, first: number): void {
    const { last } = this
    if (this.tokens.length < keptTokens) this.tokens.push(token)
    if (first === 0x2f) this.name(token)
    if (last.charCodeAt(0) !== 0x2f) return
    if (last === '/Encrypt' && /^(?:<<|\d)/.test(token)) this.found.add('ENCRYPTED')
    if (last === '/Count' && Number(token) > this.pages) this.pages = Number(token)
    const isAddress = first === 0x28 && (last === '/URI' || last === '/F' || last === '/UF')
    if (isAddress) this.judgeAddress(token)
  }

  private name(token: string): void {
    const meaning = meanings.get(token)
    if (meaning) this.found.add(meaning)
    else if (token === '/Page') this.pages += 1
    else if (token === '/OpenAction' && this.tokens.length >= keptTokens) this.found.add('OPEN_ACTION')
  }

  private judgeAddress(token: string): void {
    const address = token.slice(1).replaceAll('\0', '').replace(/^þÿ/, '').trim().toLowerCase()
    if (/^(?:javascript|vbscript|data):/.test(address)) this.found.add('SCRIPT')
    if (/^(?:file:|\\\\|smb:)/.test(address)) this.found.add('LOCAL_FILE')
  }

  private judgeOpenAction(value: string[]): void {
    const [first = ''] = value
    if (first === '[') return
    if (/^\d+$/.test(first)) this.openTargets.push(Number(first))
    else if (!isPair(value.slice(0, value.indexOf('>>')), '/S', '/GoTo')) this.found.add('OPEN_ACTION')
  }

  private startStream(at: number): void {
    const { tokens } = this
    this.endObject()
    this.open = streamTask(tokens, at + 1, tokens.length >= keptTokens)
  }

  private addSection(tokens: string[]): void {
    const previous = Number(tokens[tokens.indexOf('/Prev') + 1])
    const hasPrevious = tokens.includes('/Prev') && Number.isSafeInteger(previous)
    const at = this.number === 0 ? (this.xrefAt ?? this.startsAt) : this.startsAt
    this.sections.push({ at, previous: hasPrevious ? previous : undefined })
  }
}

function isPair(tokens: string[], name: string, value: string): boolean {
  return tokens.some((token, i) => token === name && tokens[i + 1] === value)
}
