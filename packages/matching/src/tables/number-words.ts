/** A list: numbers as words of English, French, Spanish and German, with the slips that people make. */
const units = `
  zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14
  fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19
  first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12
  premier=1 premiere=1 deuxieme=2 troisieme=3 quatrieme=4 cinquieme=5 deux=2 trois=3 quatre=4 cinq=5 huit=8 neuf=9
  primero=1 primera=1 segundo=2 segunda=2 tercero=3 tercera=3 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9
  eins=1 zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 erste=1 zweite=2 dritte=3`
const tens = `
  twenty=20 thirty=30 forty=40 fourty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 ninty=90
  vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 veinte=20 treinta=30 cuarenta=40 cincuenta=50`

const read = (text: string) =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])]),
  )

export const unitWords: ReadonlyMap<string, number> = read(units)
export const tenWords: ReadonlyMap<string, number> = read(tens)

const romanValues = new Map([
  ['i', 1],
  ['v', 5],
  ['x', 10],
])

/** I to XXXIX: what funds, ships and grandsons are counted with. */
export function romanNumber(word: string): number | undefined {
  if (!/^x{0,3}(?:ix|iv|v?i{0,3})$/.test(word) || word === '') return undefined
  const values = [...word].map((sign) => romanValues.get(sign) ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}
