import type { ListEntry, ListFile } from './entry.ts'
import { ListFault } from './fault.ts'
import { readEuCsv } from './formats/eu-csv.ts'
import { readEuXml } from './formats/eu-xml.ts'
import { readFrenchJson } from './formats/french-json.ts'
import { readOfacCsv } from './formats/ofac-csv.ts'
import { readOfacXml } from './formats/ofac-xml.ts'
import { readOpenSanctionsCsv } from './formats/opensanctions-csv.ts'
import { readOpenSanctionsFtm, type FtmClass } from './formats/opensanctions-ftm.ts'
import { readOwnCsv } from './formats/own-csv.ts'
import { readSwissXml } from './formats/swiss-xml.ts'
import { readUkCsv } from './formats/uk-csv.ts'
import { readUkXml } from './formats/uk-xml.ts'
import { readUnXml } from './formats/un-xml.ts'
import type { Notes } from './notes.ts'
import type { ListSource } from './sources.ts'
import { headOf } from './text.ts'

type Reader = (files: readonly ListFile[], notes: Notes) => AsyncIterable<ListEntry>
type OneFileReader = (file: ListFile, notes: Notes) => AsyncIterable<ListEntry>

type Format = 'XML' | 'JSON' | 'CSV'

interface Formats {
  /** What to give, for the person who gave something else. */
  wanted: string
  XML?: Reader
  JSON?: Reader
  CSV?: Reader
}

function alone(read: OneFileReader): Reader {
  return (files, notes) => {
    const [file, other] = files
    if (file === undefined) throw new ListFault('MISSING_FILE', 'no file was given')
    if (other)
      throw new ListFault('DOUBLED', 'this list is one file, and more were given', { file: other.name })
    return read(file, notes)
  }
}

const ofac: Formats = {
  wanted: 'one of the CSV files or the XML file of OFAC',
  CSV: readOfacCsv,
  XML: alone(readOfacXml),
}

const openSanctions = (wanted: FtmClass): Formats => ({
  wanted: 'targets.simple.csv or entities.ftm.json of OpenSanctions',
  CSV: alone(readOpenSanctionsCsv),
  JSON: alone(readOpenSanctionsFtm(wanted)),
})

const formats: Record<ListSource, Formats> = {
  OFAC_SDN: ofac,
  OFAC_CONSOLIDATED: ofac,
  EU: { wanted: 'the XML or CSV file of the EU', XML: alone(readEuXml), CSV: alone(readEuCsv) },
  UN: { wanted: 'the XML file of the UN', XML: alone(readUnXml) },
  UK: { wanted: 'the CSV or XML file of the UK', CSV: alone(readUkCsv), XML: alone(readUkXml) },
  FRANCE: { wanted: 'the JSON file of the French register', JSON: alone(readFrenchJson) },
  SWITZERLAND: { wanted: 'the XML file of the Swiss SECO', XML: alone(readSwissXml) },
  OPENSANCTIONS_SANCTIONS: openSanctions('SANCTIONS'),
  OPENSANCTIONS_EXPOSED_PERSONS: openSanctions('EXPOSED_PERSONS'),
  OWN: { wanted: 'a CSV file', CSV: alone(readOwnCsv) },
}

/** By what the files contain, never by their names. */
export async function chooseReader(source: ListSource, files: readonly ListFile[]): Promise<Reader> {
  const known = formats[source]
  let format: Format | undefined
  for (const file of files) {
    const found = formatOf(await headOf(file))
    if (known[found] === undefined || (format !== undefined && format !== found)) {
      throw new ListFault('NOT_THIS_LIST', `the file is not ${known.wanted}`, { file: file.name })
    }
    format = found
  }
  const read = format === undefined ? undefined : known[format]
  if (!read) throw new ListFault('MISSING_FILE', 'no file was given')
  return read
}

function formatOf(head: string): Format {
  const [first] = head.trimStart()
  if (first === '<') return 'XML'
  return first === '{' || first === '[' ? 'JSON' : 'CSV'
}
