// A list of how long the values of each identifier are, of perimeter 01. Values of a fixed length follow each other
// without a mark between them, so that one unknown length would hide whatever comes after it.

const fixed: Readonly<Record<number, string>> = {
  1: '1G 1H 5T 68 6J 76 7C 7D 7E 7F 7G 7I 7J 7O 8E 8F 8G 8H 8J AF AG AT B6 BA BD C0 C5 EA EF F3 F5 L7 L8',
  2: '26 2D 34 5J 65 67 6C 6I 6Y 7H A0 A6 B5 B9 BG D8 E0 E5 G0 G1 H1 H3 HL HQ HR HS LA',
  3: '6B A5 A7 A9 BE BF DY E4',
  4: '06 08 09 36 37 45 4S 53 54 56 AD AE E1 E2 E3 I0',
  5: '24 2B 4P 5H 6W 78 7A AY C9 EB HJ',
  6: '07 51 AO',
  7: '52 AK H8 I1',
  8: '1C 4A 4B 4C 55 57 69 6L 6N 6O 75 8A 8I 96 AA AI AN B7 C4 D3 D4 D6 D7 D9 DA DD DL DS EC F2 G3 H4 H5 H9 HA HO L2 L9',
  9: '0A 0B 7L DF DN DU E7 HB',
  10: 'CB',
  11: 'AL I6',
  12: '6R 70 71 86 C3 CC E8 F6 HN HP',
  13: '40 44 47 49 7K AJ',
  14: '50 8D BK DG DO DV',
  15: '4F',
  16: '7P I2',
  17: '85 A4 D0',
  19: '6K',
  21: '5N',
  36: '0D',
}

/** The longest there may be: a value that is as long needs no mark at its end. */
const atMost: Readonly<Record<number, string>> = {
  3: '4M ED',
  5: '43 AM',
  7: 'F4',
  8: 'AB',
  10: '4V 4W 4X 6H 6Q 88 8B 8C AS D5 DZ G4',
  11: '32 38 39 58 5A 5C 6Z',
  12: '41 4D 4E 4I 4J 59 5B 5U A8',
  13: 'I5',
  14: '5L',
  15: 'L4',
  16: '1D',
  17: 'A1 A2 A3',
  18: '95 HM',
  19: 'AC E9',
  20: '5P 5R 61 66 82 B1 BC C2 C7 D2 DH DP DW G2 HH',
  25: 'AQ',
  30: '1E 1F 33 4R 4T AH BH BI BJ DI DX L3 L5 L6',
  32: '25 2C 4Q 5I 6A 6X AZ B8 HK',
  34: '35',
  35: 'AR',
  37: 'I4',
  38: '10 11 12 13 14 15 16 17 1I 1J 1K 1L 1M 1N 1O 1P 20 21 22 23 27 28 29 2A 31 46 48 4G 4K 4L 4N 4O 4U 5D 5E 5F 5G 5M 5O 5Q 62 63 64 6G 6S 6T 6U 6V 72 74 80 90 91 92 93 94 AU AV AW AX B2 B3 B4 C1 C6 C8 F1 H0 H2 HC HD HE HF HG HI',
  40: '5S 6M 6P 83 84 H6',
  45: '77 7B CA G5',
  50: '5K BB D1 DB DC DE DJ DK DM DQ DR DT',
  53: 'H7',
  54: 'I3',
  60: '60 6D 6E 73 81 AP B0 F0',
  63: '87',
  64: '7M 89 8K',
  65: 'E6',
  77: '4H',
  80: 'L0 L1',
  90: '6F',
  100: 'EE',
  114: '79',
  128: '7N',
  140: '30',
}

const endless = '01 02 03 04 05 0C 18 19 1A 1B 42'

export interface ValueLength {
  readonly isFixed: boolean
  readonly most: number
}

const rows = (lengths: Readonly<Record<number, string>>, isFixed: boolean) =>
  Object.entries(lengths).flatMap(([most, ids]) =>
    ids.split(' ').map((id): [string, ValueLength] => [id, { isFixed, most: Number(most) }]),
  )

const known = new Map<string, ValueLength>([
  ...rows(fixed, true),
  ...rows(atMost, false),
  ...endless.split(' ').map((id): [string, ValueLength] => [id, { isFixed: false, most: Infinity }]),
])

export const lengthOf = (id: string): ValueLength | undefined => known.get(id)
