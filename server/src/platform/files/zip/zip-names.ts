import { checkFileName } from '../check-file-name.ts'

export interface NamedFile {
  id: number
  /** As shown; may be anything. */
  name: string
  /** Folders from the top, such as the code of a document; may be anything. */
  folder?: readonly string[]
}

const unsafe = /[<>:"|?*/\\]/g
const longestPart = 120

/** Names that any system can unpack: id and cleaned name in cleaned folders, none of them twice. */
export function zipEntryNames(files: readonly NamedFile[]): string[] {
  const usedNames = new Set<string>()
  return files.map(({ id, name, folder = [] }) => {
    const path = [...folder.map((part) => safePart(part)), `${id}-${safePart(name)}`].join('/')
    let unique = path
    for (let copy = 2; usedNames.has(unique.toLowerCase()); copy += 1) unique = withSuffix(path, ` (${copy})`)
    usedNames.add(unique.toLowerCase())
    return unique
  })
}

function safePart(text: string): string {
  const replaced = text.replaceAll(unsafe, '_').replaceAll(/\p{C}/gu, '')
  const checked = checkFileName(replaced.replaceAll(/\s+/g, ' '))
  const name = checked.kind === 'VALID' ? checked.name : '_'
  const shortened = shorten(name).replace(/[. ]+$/, '')
  return shortened === '' || /^\.+$/.test(shortened) ? '_' : shortened
}

/** Cut before its extension, between characters. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= longestPart) return name
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  const room = longestPart - extension.length
  let fitting = ''
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(fitting + character) > room) break
    fitting += character
  }
  return fitting + extension
}

function withSuffix(path: string, suffix: string): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') ? path.slice(0, dot) + suffix + path.slice(dot) : path + suffix
}
