import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import type { Tx } from '../../../platform/db/index.ts'
import { announcementOf, companiesNamed, BodaccRecord } from '../announcements/index.ts'
import { isFilled, type ImportKind, type Written } from './import-kind.ts'

const record = Compile(BodaccRecord)
const required = ['id', 'dateparution', 'familleavis', 'typeavis', 'registre']
const optional = Object.keys(BodaccRecord.properties).filter((column) => !required.includes(column))

export const bodaccAnnouncements: ImportKind = {
  name: 'bodacc',
  title: 'BODACC annonces-commerciales',
  required,
  optional,
  *read(value) {
    const columns = [...required, ...optional].map((column) => [column, value(column)])
    const given: unknown = { ...Object.fromEntries(columns), registre: registerField(value('registre')) }
    if (!record.Check(given)) return
    for (const siren of companiesNamed(given)) {
      const announcement = announcementOf(given, siren)
      const fields = [siren, announcement.key, announcement.publishedOn, storable(announcement)]
      yield [`${siren} ${announcement.key}`, fields]
    }
  },
  hasRows: (tx) => isFilled(tx, sql`legal_announcement`),
  write,
}

// A list in the JSON export, the same joined by commas in the CSV one.
function registerField(text: string | null): unknown {
  if (text === null || !text.startsWith('[')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** PostgreSQL takes neither the null character nor half a surrogate pair into its JSON. */
function storable(value: object): string {
  return JSON.stringify(value).replaceAll(/(?<!\\)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '')
}

async function write(tx: Tx, lines: string): Promise<Written> {
  const { rows } = await sql<Written>`
    with written as (
      insert into legal_announcement as l (siren, announcement_key, published_on, announcement)
      select * from unnest(string_to_array(${lines}, E'\n')::legal_announcement_line[])
      on conflict (siren, announcement_key) do update
        set published_on = excluded.published_on, announcement = excluded.announcement
        where l.* is distinct from excluded.*
      returning l.xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed
    from written`.execute(tx)
  return rows[0] ?? { added: 0, changed: 0 }
}
