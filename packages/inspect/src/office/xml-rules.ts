import { active, mismatch, Refusal, type InspectionWarning } from '../verdict.ts'

// Content types of parts that another program would read in place of the office program are refused with macros.
const activeTags =
  /<script:event-listener[\s/>]|macroEnabled|ContentType\s*=\s*["'](?:text\/(?:html|rtf)|message\/rfc822|application\/(?:xhtml\+xml|rtf|msword))/i

// Every pattern here ends at the next `<`: the time it takes grows with the length of the part and no faster.
export function judgeXml(text: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw active('the document declares entities of its own')
  if (activeTags.test(text)) throw active('the document contains macros or commands')
  if (/[<:]encryption-data[\s/>]/i.test(text)) throw new Refusal('ENCRYPTED', 'the document is encrypted')
}

/** Text in two bytes a character would pass every rule above unseen; no office program writes it. */
export function refuseOddEncoding(head: Buffer): void {
  const zeros = head.subarray(0, 64).includes(0)
  const mark = head.length >= 2 && (head.readUInt16BE(0) === 0xfeff || head.readUInt16BE(0) === 0xfffe)
  const declared = /^[^>]{0,100}encoding\s*=\s*["']([^"']+)/i.exec(head.toString('latin1', 0, 120))?.[1]
  const odd = declared !== undefined && !/^(?:utf-8|us-ascii|iso-8859-1|windows-1252)$/i.test(declared)
  if (zeros || mark || odd) throw mismatch('a part of the document is in an unusual encoding')
}

/** Kinds of relation whose target an office program loads by itself when it opens the document. */
const loaded = /\/(?:attachedTemplate|oleObject|frame|subDocument|control|package)$/i

const relation = /<(?:[\w.-]+:)?Relationship\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gi

/** `text` is the whole part: a tag may be of any length. */
export function judgeRelations(text: string, warnings: Set<InspectionWarning>): void {
  for (const [tag] of text.matchAll(relation)) {
    const type = attribute(tag, 'Type')
    if (/\/aFChunk$/i.test(type)) throw active('the document carries another document')
    if (/\/(?:connections|queryTable)$/i.test(type))
      throw active('the document asks a database or a web page')
    if (attribute(tag, 'TargetMode').toLowerCase() !== 'external') continue
    judgeRelation(type, attribute(tag, 'Target'), warnings)
  }
}

function judgeRelation(type: string, target: string, warnings: Set<InspectionWarning>): void {
  const place = placeOf(target)
  if (place === 'SCRIPT') throw active('a link of the document is a script')
  const isLink = /\/hyperlink$/i.test(type)
  if (isLink && (place === 'INSIDE' || /^\s*(?:https?|mailto|tel):/i.test(target))) return
  if (!isLink && place === 'OTHER_COMPUTER') throw active('the document loads from another computer')
  // On the author's own computer: the program looks for it, finds nothing and goes on.
  if (loaded.test(type) && place !== 'INSIDE' && place !== 'THIS_COMPUTER')
    throw active('the document loads from another computer')
  warnings.add('OFFICE_EXTERNAL_LINK')
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  return decode(found?.[1] ?? found?.[2] ?? '')
}

function decode(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal)
    if (name) return named[String(name).toLowerCase()] ?? whole
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })
} /** Where something that a document names lies. */
type Place = 'INSIDE' | 'THIS_COMPUTER' | 'WEB' | 'OTHER_COMPUTER' | 'SCRIPT'

const scripts = /^(?:javascript|vbscript|data|mhtml|ms-[a-z]+|vnd\.sun\.star\.\w+|macro|service|slot|\.uno):/i

export function placeOf(target: string): Place {
  const text = target.trim()
  if (/^data:image\/(?:png|jpeg|gif);/i.test(text)) return 'INSIDE'
  if (scripts.test(text)) return 'SCRIPT'
  if (/^(?:file:\/{0,3})?[a-z]:[\\/]|^file:\/\/(?:localhost)?\/(?![\\/])/i.test(text)) return 'THIS_COMPUTER'
  if (/^(?:\\\\|\/\/|smb:|file:)/i.test(text)) return 'OTHER_COMPUTER'
  return /^[a-z][a-z\d+.-]*:/i.test(text) ? 'WEB' : 'INSIDE'
}
