/** One plain address: no list, no display name, no room for a second header. */
const plainAddress = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/u

export function isPlainAddress(text: string): boolean {
  return text.length <= 254 && plainAddress.test(text)
}

export function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text)
}
