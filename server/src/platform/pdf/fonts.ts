import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type Face = 'regular' | 'bold' | 'mono'

const files: Record<Face, string> = {
  regular: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
}
export const faces = Object.keys(files) as Face[]

const require = createRequire(import.meta.url)
const loaded = new Map<Face, Buffer>()

/** Read once per process: the same three files serve every document. */
export function fontBytes(face: Face): Buffer {
  const known = loaded.get(face)
  if (known) return known
  const bytes = readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${files[face]}`))
  loaded.set(face, bytes)
  return bytes
}
