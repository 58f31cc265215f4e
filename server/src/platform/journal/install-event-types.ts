import type { Pool } from 'pg'
import { eventTypes, resourceTypeCodes } from './event-names.ts'

interface StoredType {
  code: number
  name: string
}

/**
 * Writes the names that the database does not know yet. Run as the owner, when the schema is brought up to date. Stored
 * events keep the code alone, so a name that got another code, or lost its own, would rewrite the past: refused, and
 * nothing is changed.
 */
export async function installEventTypes(pool: Pool): Promise<void> {
  const { rows } = await pool.query<StoredType>('select code, name from vigie.event_type order by code')
  refuseMoved(rows)
  if (rows.length === eventTypes.length) return
  await pool.query(
    `insert into vigie.event_type (code, name, resource_type)
     select code, name, resource_type from jsonb_to_recordset($1::jsonb)
       as t (code smallint, name text, resource_type smallint)
     on conflict do nothing`,
    [
      JSON.stringify(
        eventTypes.map(({ code, name, resourceType }) => ({
          code,
          name,
          resource_type: resourceTypeCodes[resourceType],
        })),
      ),
    ],
  )
}

function refuseMoved(stored: readonly StoredType[]): void {
  const codes = new Map<string, number>(eventTypes.map(({ name, code }) => [name, code]))
  for (const { code, name } of stored) {
    const present = codes.get(name)
    if (present === code) continue
    throw new Error(
      present === undefined
        ? `The database knows the event ${name} (code ${code}), which this version does not; start the newer version that wrote it.`
        : `The event ${name} is stored under code ${code} and would get ${present}; in event-names.ts a new name goes at the end of its list.`,
    )
  }
}
