import { describe, expect, test } from 'vitest'
import {
  euXml,
  frenchJson,
  listSamples,
  ofacCsv,
  ofacXml,
  openSanctionsCsv,
  openSanctionsFtm,
  ownCsv,
  sampleFile,
  streamFile,
  swissXml,
  unXml,
  type ListSample,
} from '../samples/index.ts'
import { ListFault, type ListFaultCode, type ListFile, type ListSource } from '../src/index.ts'
import { collect } from './collect.ts'

async function faultOf(source: ListSource, files: readonly ListFile[]): Promise<ListFault> {
  const fault = await collect(source, files).then(
    () => new Error('the list was read'),
    (error: unknown) => error,
  )
  if (!(fault instanceof ListFault)) throw fault
  return fault
}

async function codeOf(source: ListSource, content: string | Uint8Array): Promise<ListFaultCode> {
  const { code, message } = await faultOf(source, [sampleFile('given.txt', content, 64 * 1024)])
  // A sentence, and never the file itself.
  expect(message).toMatch(/^.{10,300}$/)
  return code
}

const inMiddle = (text: string, added: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(text)
  const at = Math.floor(bytes.length * 0.75)
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)])
}

describe.each(listSamples)('$title', ({ source, text }: ListSample) => {
  test.each<[string, string | Uint8Array, ListFaultCode]>([
    ['empty', '', 'NO_ENTRY'],
    ['blank', ' \r\n\t\n', 'NO_ENTRY'],
    ['a web page', '<!DOCTYPE html>\n<html><body>503</body></html>', 'NOT_THIS_LIST'],
    ['a web page without its type', '\n<html lang="en"><h1>Forbidden</h1></html>', 'NOT_THIS_LIST'],
    ['an archive', Buffer.from('PK\u{3}\u{4}rest'), 'NOT_THIS_LIST'],
    ['in two bytes a letter', Buffer.from(`\u{feff}${text}`, 'utf16le'), 'ENCODING'],
    ['in Latin-1', inMiddle(text, Buffer.from([0xe9, 0x20])), 'ENCODING'],
  ])('A file is refused that is %s', async (_, content, code) => {
    expect(await codeOf(source, content)).toBe(code)
  })

  test('Files of other lists are refused', async () => {
    const isSame = (other: ListSample): boolean =>
      other.source.slice(0, 4) === source.slice(0, 4) ||
      (source === 'OWN' && other.title === 'OpenSanctions CSV')
    for (const other of listSamples.filter((one) => !isSame(one))) {
      expect.soft(['NOT_THIS_LIST', 'MALFORMED'], other.title).toContain(await codeOf(source, other.text))
    }
  })

  test('A name of ten megabytes is refused', async () => {
    const [before = '', ...after] = text.split(/(?=VARGALO|Vargalo)/)
    const long = streamFile('long', function* () {
      yield before
      for (let megabytes = 0; megabytes < 10; megabytes += 1) yield 'A'.repeat(1024 * 1024)
      yield after.join('')
    })
    expect((await faultOf(source, [long])).code).toBe('TOO_LARGE')
  })

  test('A second file beside it is refused', async () => {
    const files = [sampleFile('one', text), sampleFile('two', text)]
    expect((await faultOf(source, files)).code).toBe('DOUBLED')
  })

  test('What goes wrong in reading the bytes is told as it is', async () => {
    const broken = {
      name: 'broken',
      async *open() {
        yield Buffer.from(text).subarray(0, 4096)
        throw new Error('the network is gone')
      },
    }
    await expect(collect(source, [broken])).rejects.toThrow('the network is gone')
  })
})

test('No file is no list', async () => {
  expect((await faultOf('EU', [])).code).toBe('MISSING_FILE')
})

test('The files of OFAC are nothing without the one with the names', async () => {
  expect((await faultOf('OFAC_SDN', [sampleFile('alt.csv', ofacCsv.aliases)])).code).toBe('MISSING_FILE')
})

test('The advanced file of OFAC is refused by its name', async () => {
  const advanced = '<?xml version="1.0"?><Sanctions xmlns="x"><ReferenceValueSets/></Sanctions>'
  const fault = await faultOf('OFAC_SDN', [sampleFile('SDN_ADVANCED.XML', advanced)])
  expect(fault.message).toContain('"advanced"')
})

test('A file of OFAC with another number of records than it announces is refused', async () => {
  expect(await codeOf('OFAC_SDN', ofacXml.replace('>2</Record_Count>', '>3</Record_Count>'))).toBe(
    'TRUNCATED',
  )
  expect(await codeOf('OFAC_SDN', ofacXml.replace('>2</Record_Count>', '>1</Record_Count>'))).toBe(
    'MALFORMED',
  )
})

test('A file of OFAC that goes on after its end is refused', async () => {
  expect(await codeOf('OFAC_SDN', `${ofacCsv.primary}1,2\r\n`)).toBe('MALFORMED')
})

test('A file of OFAC that ends within a row is refused', async () => {
  const cut = ofacCsv.primary.slice(0, ofacCsv.primary.indexOf('"EP-ZZZ"') + 12)
  const fault = await faultOf('OFAC_SDN', [sampleFile('sdn.csv', cut)])
  expect(fault).toMatchObject({ code: 'TRUNCATED', place: { file: 'sdn.csv', line: 5 } })
})

const doubled: [ListSource, string][] = [
  ['OFAC_SDN', ofacCsv.primary.replace('104,"MADUN"', '103,"MADUN"')],
  ['OFAC_SDN', ofacXml.replace('<uid>103</uid>', '<uid>101</uid>')],
  ['EU', euXml.replace('euReferenceNumber=""', 'euReferenceNumber="EU.901.11"')],
  ['UN', unXml.replace('KPe.902', 'QDi.901')],
  ['FRANCE', frenchJson.replace('9002', '9001')],
  ['SWITZERLAND', swissXml.replace('ssid="102"', 'ssid="100"')],
  ['OPENSANCTIONS_SANCTIONS', openSanctionsCsv.replace('NK-902', 'NK-901')],
  ['OPENSANCTIONS_SANCTIONS', openSanctionsFtm.replace('"NK-902"', '"NK-901"')],
  ['OWN', ownCsv.replace('O1,', 'P1,')],
]
test.each(doubled)('An entry that is in a file of %s twice refuses it', async (source, text) => {
  expect(await codeOf(source, text)).toBe('DOUBLED')
})

const xmlBombs: [string, string, ListFaultCode][] = [
  [
    'entities that multiply',
    unXml.replace(
      '<CONSOLIDATED_LIST',
      '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><CONSOLIDATED_LIST',
    ),
    'MALFORMED',
  ],
  [
    'entities of other files',
    unXml.replace('<CONSOLIDATED_LIST', '<!DOCTYPE a SYSTEM "file:///etc/hostname"><CONSOLIDATED_LIST'),
    'MALFORMED',
  ],
  ['entities that nobody declared', unXml.replace('El Tio', '&bomb;'), 'MALFORMED'],
  ['elements nested without end', unXml.replace('El Tio', '<a>'.repeat(100_000)), 'TOO_LARGE'],
  ['a record of a million elements', unXml.replace('El Tio', '<a/>'.repeat(1_000_000)), 'TOO_LARGE'],
  [
    'an element of many attributes',
    unXml.replace(
      '<QUALITY>Low',
      `<QUALITY${Array.from({ length: 100_000 }, (_, at) => ` a${at}="1"`).join('')}>Low`,
    ),
    'TOO_LARGE',
  ],
  [
    'a comment of ten megabytes',
    unXml.replace('<ENTITIES>', `<!--${'x'.repeat(1e7)}--><ENTITIES>`),
    'TOO_LARGE',
  ],
  ['another encoding than UTF-8', unXml.replace('"UTF-8"', '"ISO-8859-1"'), 'ENCODING'],
  ['no entry in it', '<CONSOLIDATED_LIST></CONSOLIDATED_LIST>', 'NO_ENTRY'],
  ['a second root', `${unXml}<CONSOLIDATED_LIST/>`, 'MALFORMED'],
]
test.each(xmlBombs)('An XML file is refused with %s', async (_, text, code) => {
  expect(await codeOf('UN', text)).toBe(code)
})

test('A row of a million cells is refused', async () => {
  expect(await codeOf('OWN', `${ownCsv}X,Y${','.repeat(1_000_000)}\n`)).toBe('TOO_LARGE')
})

test('A quote that is never closed is refused before it takes the memory', async () => {
  const endless = streamFile('endless.csv', function* () {
    yield `${ownCsv}X,"`
    while (true) yield 'y'.repeat(64 * 1024)
  })
  expect((await faultOf('OWN', [endless])).code).toBe('TOO_LARGE')
})

test('A line that never ends is refused before it takes the memory', async () => {
  const endless = streamFile('endless.json', function* () {
    yield '{"id":"'
    while (true) yield 'y'.repeat(64 * 1024)
  })
  expect((await faultOf('OPENSANCTIONS_SANCTIONS', [endless])).code).toBe('TOO_LARGE')
  expect((await faultOf('FRANCE', [endless])).code).toBe('TOO_LARGE')
})

test('Too many values of one kind are refused before they are compared', async () => {
  const aliases = Array.from({ length: 100_000 }, (_, at) => `name ${at}`)
  const entity = { id: 'NK-1', schema: 'Person', target: true, properties: { name: ['A'], alias: aliases } }
  expect(await codeOf('OPENSANCTIONS_SANCTIONS', `${JSON.stringify(entity)}\n`)).toBe('TOO_LARGE')
  const crowded = openSanctionsCsv.replace('3 Orchard Street', `${'a;'.repeat(300_000)}3 Orchard Street`)
  expect(await codeOf('OPENSANCTIONS_SANCTIONS', crowded)).toBe('TOO_LARGE')
  const motives = frenchJson.replace('"Valeur": [', `"Valeur": [${'{},'.repeat(300_000)}`)
  expect(await codeOf('FRANCE', motives)).toBe('TOO_LARGE')
  const all = aliases.slice(0, 4_000)
  const linked = { id: 'o', schema: 'Occupancy', properties: { holder: all, post: all } }
  const { entries } = await collect('OPENSANCTIONS_SANCTIONS', [
    sampleFile('linked.json', `${JSON.stringify(linked)}\n`.repeat(50) + openSanctionsFtm),
  ])
  expect(entries).toHaveLength(2)
})

test('Texts that are long to compare with a pattern take no time', async () => {
  const remark = `"${'# '.repeat(250_000)}"`
  const primary = ofacCsv.primary.replace('"DOB 1955 to 1958."', remark)
  expect((await collect('OFAC_SDN', [sampleFile('sdn.csv', primary)])).entries).toHaveLength(5)
  const comments = '<!---->'.repeat(500)
  expect(await codeOf('UN', `${comments}<nothing/>`)).toBe('NOT_THIS_LIST')
  expect(await codeOf('UN', `${comments}<html/>`)).toBe('NOT_THIS_LIST')
})

test('A list of which more than a tenth cannot be read is refused', async () => {
  const nameless = unXml.replace('BLUE HARBOUR TRADING', '').replace('Old Harbour Trading', '')
  const fault = await faultOf('UN', [sampleFile('un.xml', nameless)])
  expect(fault.code).toBe('MALFORMED')
  expect(fault.message).toContain('un.xml, line 28: skipped, the record has no name')
})

test('Words that every object knows are no more than words', async () => {
  const odd = frenchJson.replace('"Navire"', '"constructor"').replace('NUMERO_OMI', '__proto__')
  const { entries } = await collect('FRANCE', [sampleFile('registre.json', odd)])
  expect(entries[2]).toMatchObject({ kind: 'UNKNOWN', names: [{ text: 'SEA LANTERN' }], identifiers: [] })
})
