import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

/**
 * Everything the database holds as one lower-case text: every row of every table, the queue included, and what its
 * binary columns say when read as text.
 */
export async function databaseText(admin: pg.Pool, schemas: readonly string[]): Promise<string> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r' order by 1`,
    [schemas],
  )
  const texts: string[] = []
  for (const { name } of tables) texts.push(await tableText(admin, name))
  return texts.join('\n')
}

export async function tableText(admin: pg.Pool, name: string): Promise<string> {
  const { rows } = await admin.query<{ line: string }>(`select t::text as line from ${name} t`)
  const plain = rows.map(({ line }) => line).join('\n')
  const decoded = [...plain.matchAll(/\\x((?:[0-9a-f]{2})+)/g)].map(([, hex]) =>
    Buffer.from(hex ?? '', 'hex').toString('utf8'),
  )
  return `${name}\n${plain}\n${decoded.join('\n')}`.toLowerCase()
}

export async function folderText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(
    files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')),
  )
  return texts.join('\n').toLowerCase()
}
