// Five by seven dots for each sign, a row of dots being a digit to the base 32.
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.,/:'"
const rows = [
  'ehhvhhh uhhuhhu ehggghe uhhhhhu vgguggv vgguggg ehgnhhf hhhvhhh e44444e 72222ic',
  'hikokih ggggggv hrllhhh hhpljhh ehhhhhe uhhuggg ehhhlid uhhukih fgge11u v444444',
  'hhhhhhe hhhhha4 hhhllla hha4ahh hha4444 v1248gv ehjlphe 4c4444e eh1248v v2421he',
  '26aiv22 vgu11he 68guhhe v124888 ehhehhe ehhf12c 000e000 00000cc 0000c48 01248g0',
  '0cc0cc0 c480000',
].flatMap((line) => line.split(' '))

const glyphs = new Map(
  Array.from(signs, (sign, nth) => [sign, Array.from(rows[nth] ?? '', (digit) => parseInt(digit, 32))]),
)

export const glyph = { width: 5, height: 7 }

/** The text in signs there are: capitals without accents. */
export function printable(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replaceAll('’', "'")
  return [...plain].map((sign) => (glyphs.has(sign) ? sign : ' ')).join('')
}

/** Whether there is ink at this dot of a sign. */
export function isInk(sign: string, x: number, y: number): boolean {
  return (((glyphs.get(sign)?.[y] ?? 0) >> (glyph.width - 1 - x)) & 1) === 1
}
