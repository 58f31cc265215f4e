import { csvRecords, delimiterOf } from './csv-records.ts'
import { RegisterFileError } from './register-file-error.ts'
import { rowsAtOnce, type RegisterFile, type Rows, type Text, type Values } from './register-rows.ts'

interface Shape {
  readonly columns: readonly string[]
  /** The publishers use two. */
  readonly delimiter: string
}

export async function csvFile(text: Text): Promise<RegisterFile> {
  const shape = await shapeOf(text)
  return { columns: shape.columns, rows: (wanted, from) => rowsOf(text, shape, wanted, from) }
}

async function shapeOf(text: Text): Promise<Shape> {
  for await (const { records, delimiter } of csvRecords(text, delimiterOf)) {
    const [columns] = records
    if (columns) return { columns, delimiter }
  }
  throw new RegisterFileError('The file is empty.')
}

async function* rowsOf(
  text: Text,
  shape: Shape,
  wanted: readonly string[],
  from: number,
): AsyncGenerator<Rows> {
  const places = wanted.map((column) => shape.columns.indexOf(column))
  let values: Values[] = []
  let position = -1
  for await (const { records, share } of csvRecords(text, () => shape.delimiter)) {
    for (const record of records) {
      position += 1
      if (position === 0 || position <= from) continue
      values.push(valuesOf(record, shape, places, position))
      if (values.length < rowsAtOnce) continue
      yield { values, position, share }
      values = []
    }
  }
  if (values.length > 0) yield { values, position, share: 1 }
}

function valuesOf(
  fields: readonly string[],
  { columns }: Shape,
  places: readonly number[],
  position: number,
): Values {
  if (fields.length !== columns.length)
    throw new RegisterFileError(
      `Row ${position} has ${fields.length} fields where the first line has ${columns.length}.`,
    )
  return places.map((place) => fields[place] || null)
}
