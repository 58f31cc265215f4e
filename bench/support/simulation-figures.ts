import type { Figure } from './figures.ts'
import type { AccountSize } from './simulation-places.ts'
import type { Tools } from './tools.ts'

export interface SimulationFigure extends Figure {
  readonly kind: 'page' | 'processor' | 'bytes' | 'job' | 'build'
  /** Of the whole installation. */
  readonly companies: number
  readonly what: string
  readonly account?: AccountSize
  readonly ms?: number
}

interface Unit {
  readonly what: string
  /** Patterns of the names of the tables whose bytes are counted. */
  readonly tables: string
  readonly count: string
}

const units: readonly Unit[] = [
  { what: 'company, with all that belongs to it', tables: '.', count: 'select count(*) from thirdparty' },
  {
    what: 'company without events and files',
    tables: '^(?!event|evidence|response|decision|sealed_file)',
    count: 'select count(*) from thirdparty',
  },
  { what: 'event', tables: '^event(_detail|_default|_[0-9_]+)?$', count: 'select count(*) from event' },
  {
    what: 'file with its answer and decision',
    tables: '^(evidence|response|decision|sealed_file)$',
    count: 'select count(*) from evidence',
  },
  {
    what: 'person with a membership',
    tables: '^(app_user|membership)$',
    count: 'select count(*) from app_user',
  },
]

/** Bytes in the database with all indexes, for one of each. */
export async function byteFigures({ client }: Tools, companies: number): Promise<SimulationFigure[]> {
  const figures: SimulationFigure[] = []
  for (const { what, tables, count } of units) {
    const { rows } = await client.query<{ bytes: string; rows: string }>(
      `select (select sum(pg_total_relation_size(oid)) from pg_class
         where relnamespace = 'vigie'::regnamespace and relkind = 'r' and relname ~ $1) as bytes, (${count}) as rows`,
      [tables],
    )
    const value = Number(rows[0]?.bytes) / Number(rows[0]?.rows)
    const name = `${companies.toLocaleString('en')}: bytes of a ${what}`
    figures.push({ name, value, measured: `${Math.round(value)} B`, kind: 'bytes', companies, what })
  }
  return figures
}
