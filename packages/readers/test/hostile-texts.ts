import { readDocument } from '../src/index.ts'

// Each piece keeps one kind of pattern busy: labels, dates, numbers, blanks, titles.
export const pieces = [
  'A',
  ' ',
  '1 ',
  '9',
  'A JOUR ',
  'A JOUR DE SES ',
  'A JOUR A B C D E F G H I J K L AU ',
  'FAIT A ',
  'FAIT A X, LE ',
  '01/01/2026 ',
  '1er janvier ',
  'du 01/01/2026 au ',
  'N° ',
  'CONTRAT N° A-',
  '1.000.',
  'EUR ',
  'FR76 3000 ',
  'FR ',
  'COMPANY NUMBER ',
  'ISO 9001:',
  'CERTIFICAT DE DE ',
  'CAISSE A B C ',
  'DENOMINATION : ',
  'ATTESTE QUE LA SOCIETE ',
  '\t',
  'ATTESTATION D’ASSURANCE\n',
  'VALABLE DU 01/01/2026 AU 31/12/2026\n',
  'SIREN 732 829 320\n',
  'à\u0301',
]

const length = 200_000
const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** What reading 200,000 signs of this piece costs, as one line and as many. */
export function costOf(piece: string): number {
  const lines = fill(`${piece.repeat(30)}\n`)
  return cpuMsOf(() => {
    readDocument({ text: fill(piece) }, 'INS_LIABILITY')
    readDocument({ text: lines }, 'SOC_VIGILANCE')
  })
}

/** Lines are cut, so the worst text costs what its lines cost; a pattern that goes back far would take minutes. */
export const mostMs = 6_000
