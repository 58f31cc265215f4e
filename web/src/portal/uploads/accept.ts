import type { OneRequest } from '../portal-api.ts'
import type { Texts } from '../texts/en.ts'
import type { Format } from '../format.ts'

type Limits = Pick<OneRequest, 'fileTypes' | 'maxFileBytes' | 'maxFiles'>

const extensionOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase().replace('jpeg', 'jpg') ?? ''
const sameType = (extension: string) => (type: string) =>
  type.toLowerCase().replace('jpeg', 'jpg') === extension

export const typeNames = (types: readonly string[]) =>
  [...new Set(types.map((type) => type.toUpperCase().replace('JPEG', 'JPG')))].join(', ')

/** For the browser's file chooser. Phones turn their own picture formats into what is asked for. */
export const acceptList = (types: readonly string[]) =>
  types.flatMap((type) => (type === 'jpg' ? ['.jpg', '.jpeg'] : [`.${type}`])).join(',')

export const takesPhotos = (types: readonly string[]) => types.some(sameType('jpg'))

/** Why a file cannot be sent, before a single byte of it is. */
export function refusalOf(
  file: File,
  { fileTypes, maxFileBytes }: Limits,
  { t, format }: { t: Texts; format: Format },
): string | null {
  if (file.size === 0) return t.files.empty
  if (file.size > maxFileBytes) return t.files.tooLarge(format.bytes(maxFileBytes))
  const isTaken = fileTypes.some(sameType(extensionOf(file.name)))
  return isTaken ? null : t.files.wrongType(typeNames(fileTypes))
}
