import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { streamFile } from '../samples/index.ts'
import { readList, type ListSource } from '../src/index.ts'

const count = 60_000
const MiB = 1024 * 1024
// Ids are held to find one that comes twice, and nothing else.
const allowed = 64 * MiB

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heldNow(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const reason = 'He is said to have done what nobody has done. '.repeat(8)

function* numbered(before: string, record: (number: number) => string, after = ''): Generator<string> {
  let piece = before
  for (let number = 1; number <= count; number += 1) {
    piece += record(number)
    if (piece.length < 64 * 1024) continue
    yield piece
    piece = ''
  }
  yield piece + after
}

const lists: [string, ListSource, () => Iterable<string>][] = [
  [
    'UN XML',
    'UN',
    () =>
      numbered(
        '<CONSOLIDATED_LIST><INDIVIDUALS>',
        (n) =>
          `<INDIVIDUAL><REFERENCE_NUMBER>reference-number-${n}</REFERENCE_NUMBER><FIRST_NAME>Person ${n}</FIRST_NAME><COMMENTS1>${reason}</COMMENTS1></INDIVIDUAL>\n`,
        '</INDIVIDUALS></CONSOLIDATED_LIST>',
      ),
  ],
  [
    'French JSON',
    'FRANCE',
    () =>
      numbered(
        '{"Publications":{"PublicationDetail":[',
        (n) =>
          `${n > 1 ? ',' : ''}{"IdRegistre":${n},"Nature":"Personne physique","Nom":"Personne ${n}","RegistreDetail":[{"TypeChamp":"MOTIFS","Valeur":[{"Motifs":"${reason}"}]}]}`,
        ']}}',
      ),
  ],
  [
    'OpenSanctions lines',
    'OPENSANCTIONS_SANCTIONS',
    () =>
      numbered(
        '',
        (n) =>
          `{"id":"NK-identifier-${n}","schema":"Person","target":true,"properties":{"name":["Person ${n}"],"notes":["${reason}"]}}\n`,
      ),
  ],
  [
    'OFAC CSV',
    'OFAC_SDN',
    () =>
      numbered(
        '',
        (n) => `${n},"PERSON, Number ${n}","individual","SDGT"${',-0- '.repeat(7)},"${reason}"\r\n`,
        '\u{1a}',
      ),
  ],
]

// It is much work for a busy machine.
const patience = 600_000

test.each(lists)(
  '60,000 entries as %s are read in little memory',
  { timeout: patience },
  async (title, source, parts) => {
    const reading = readList(source, [streamFile('generated', parts)])
    const before = heldNow()
    const began = process.cpuUsage()
    let [seen, most] = [0, 0]
    for await (const _ of reading.entries) {
      seen += 1
      if (seen % 20_000 === 0) most = Math.max(most, heldNow() - before)
    }
    const seconds = process.cpuUsage(began).user / 1e6
    expect(reading.facts()).toMatchObject({ entries: count, skipped: 0 })
    expect(most).toBeLessThan(allowed)
    console.log(
      `${title}: ${seconds.toFixed(1)} s of processor time, at most ${(most / MiB).toFixed(0)} MiB more held`,
    )
  },
)
