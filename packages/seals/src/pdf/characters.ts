const SPACE = 1
const DELIMITER = 2
const classes = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) classes[code] = SPACE
for (const character of '()<>[]{}/%') classes[character.charCodeAt(0)] = DELIMITER

export const isSpace = (code: number | undefined): boolean => code !== undefined && classes[code] === SPACE
export const isRegular = (code: number | undefined): boolean => code !== undefined && classes[code] === 0

/** Of a hexadecimal digit, or -1. */
export function hexValue(code: number | undefined): number {
  if (code === undefined) return -1
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
