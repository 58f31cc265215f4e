import type { ListFile } from '../entry.ts'
import { ListFault } from '../fault.ts'
import { fieldOf, listOf, parseJson, textOf } from '../json-records.ts'
import { readLines } from '../lines.ts'

/** An entity as the file has it, one in each line. */
export interface FtmEntity {
  id: string
  schema: string
  /** All values of a property. */
  values: (name: string) => string[]
  record: unknown
}

export async function* readFtmEntities(file: ListFile): AsyncGenerator<{ entity: FtmEntity; line: number }> {
  for await (const { line, text, isLast } of readLines(file)) {
    let record: unknown
    try {
      record = parseJson(file, text, line)
    } catch (error) {
      if (!isLast) throw error
      throw new ListFault(
        'TRUNCATED',
        'the file ends within a line',
        { file: file.name, line },
        { cause: error },
      )
    }
    const entity = ftmEntity(record)
    if (entity === undefined) {
      throw new ListFault('NOT_THIS_LIST', 'the line is no entity as OpenSanctions writes them', {
        file: file.name,
        line,
      })
    }
    yield { line, entity }
  }
}

/** Undefined for what is no entity. */
export function ftmEntity(record: unknown): FtmEntity | undefined {
  const [id, schema] = [textOf(record, 'id'), textOf(record, 'schema')]
  const properties = fieldOf(record, 'properties')
  if (id === '' || schema === '' || typeof properties !== 'object') return undefined
  const values = (name: string): string[] =>
    listOf(properties, name).filter((value) => typeof value === 'string')
  return { id, schema, values, record }
}
