import type { Archive } from './open-archive.ts'
import { readWhole } from './parse-xml.ts'
import { WorkbookRefusal, type ReadLimits } from './refusal.ts'
import { isBuiltInDate, isDateFormat } from './serial-days.ts'
import { readCellText } from './xml-text.ts'

export interface WorkbookFacts {
  /** The part that holds the first sheet that is shown. */
  readonly sheetPart: string
  readonly sheetName: string
  readonly counts: 1900 | 1904
  /** By the number of the style: whether its numbers are days. */
  readonly dateStyles: readonly boolean[]
  readonly shared: readonly string[]
}

const workbookPart = 'xl/workbook.xml'

export async function readFacts(archive: Archive, limits: ReadLimits): Promise<WorkbookFacts> {
  await refuseMacros(archive)
  const { sheets, counts } = await readSheets(archive)
  const targets = await readTargets(archive)
  const sheet = sheets.find(({ id }) => targets.worksheets.has(id))
  if (!sheet) throw new WorkbookRefusal('UNREADABLE', 'the workbook has no sheet')
  return {
    sheetPart: targets.worksheets.get(sheet.id) ?? '',
    sheetName: sheet.name,
    counts,
    dateStyles: await readDateStyles(archive, targets.styles),
    shared: await readShared(archive, targets.shared, limits),
  }
}

async function refuseMacros(archive: Archive): Promise<void> {
  if (archive.has(/(?:^|\/)vbaProject\.bin$/i) || archive.has(/^xl\/macrosheets\//i))
    throw new WorkbookRefusal('MACROS', 'the workbook holds macros')
  const types = await archive.read('[Content_Types].xml')
  if (!types) throw new WorkbookRefusal('UNREADABLE', 'it is an archive, but no workbook')
  await readWhole(types, {
    open(_name, { ContentType = '' }) {
      if (/macroEnabled|vbaProject/i.test(ContentType))
        throw new WorkbookRefusal('MACROS', 'the workbook holds macros')
    },
  })
}

async function readSheets(archive: Archive) {
  const part = await archive.read(workbookPart)
  if (!part) throw new WorkbookRefusal('UNREADABLE', 'it is an archive, but no workbook')
  const sheets: { id: string; name: string }[] = []
  let counts: 1900 | 1904 = 1900
  await readWhole(part, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? '')) counts = 1904
      if (name !== 'sheet' || /hidden/i.test(attributes['state'] ?? '')) return
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1]
      if (id !== undefined) sheets.push({ id, name: readCellText(attributes['name'] ?? '') })
    },
  })
  return { sheets, counts: counts as 1900 | 1904 }
}

/** Where the parts lie that the workbook names. What lies outside the file is left alone. */
async function readTargets(archive: Archive) {
  const worksheets = new Map<string, string>()
  const found = { worksheets, styles: 'xl/styles.xml', shared: 'xl/sharedStrings.xml' }
  const part = await archive.read('xl/_rels/workbook.xml.rels')
  if (!part) return found
  await readWhole(part, {
    open(name, { Id = '', Type = '', Target = '', TargetMode = '' }) {
      if (name !== 'Relationship' || TargetMode.toLowerCase() === 'external') return
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`
      if (Type.endsWith('/worksheet')) worksheets.set(Id, path)
      else if (Type.endsWith('/styles')) found.styles = path
      else if (Type.endsWith('/sharedStrings')) found.shared = path
    },
  })
  return found
}

/** Far more styles than any program writes. */
const maxStyles = 100_000

async function readDateStyles(archive: Archive, path: string): Promise<boolean[]> {
  const part = await archive.read(path)
  const styles: boolean[] = []
  if (!part) return styles
  const formats = new Map<number, boolean>()
  let inCells = false
  await readWhole(part, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') formats.set(Number(numFmtId), isDateFormat(formatCode))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const id = Number(numFmtId)
        styles.push(formats.get(id) ?? isBuiltInDate(id))
      }
      if (styles.length > maxStyles || formats.size > maxStyles)
        throw new WorkbookRefusal('TOO_LARGE', 'the workbook has too many styles')
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

// What a text costs in memory beside its characters.
const costOfText = 32

async function readShared(archive: Archive, path: string, limits: ReadLimits): Promise<string[]> {
  const part = await archive.read(path)
  const shared: string[] = []
  if (!part) return shared
  let [current, isText, isSound, held] = ['', false, false, 0]
  await readWhole(part, {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 'rPh') isSound = true
      else if (name === 't') isText = !isSound
    },
    text(text) {
      if (!isText) return
      current += text
      held += text.length * 2
      if (held > limits.maxSharedBytes) throw tooMuch()
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isSound = false
      else if (name === 'si') {
        held += costOfText
        if (held > limits.maxSharedBytes) throw tooMuch()
        shared.push(readCellText(current))
      }
    },
  })
  return shared
}

const tooMuch = () => new WorkbookRefusal('TOO_LARGE', 'the texts of the workbook take too much memory')
