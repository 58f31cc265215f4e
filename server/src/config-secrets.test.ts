import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vigie-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function keep(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

test('A secret is taken from the file that its setting names, without the line end', () => {
  const config = loadConfig({
    VIGIE_SECRET_KEY_FILE: keep('key', 'c2VjcmV0\n'),
    DATABASE_URL_FILE: keep('url', 'postgres://u:p@db/vigie\n'),
  })
  expect([config.secretKey, config.databaseUrl]).toEqual(['c2VjcmV0', 'postgres://u:p@db/vigie'])
})

test('A secret given twice, in an empty file or in none is refused, all at once and without its value', () => {
  const load = () =>
    loadConfig({
      SMTP_URL: 'smtp://u:hidden-word@relay',
      SMTP_URL_FILE: keep('smtp', 'smtp://u:hidden-word@relay'),
      OPERATOR_TOKEN_FILE: keep('empty', ' \n'),
      VIGIE_SECRET_KEY_FILE: path.join(folder, 'nothing-here'),
      VIGIE_BACKUP_KEY_FILE: folder,
    })
  for (const sentence of [
    'SMTP_URL and SMTP_URL_FILE: set one of them.',
    'OPERATOR_TOKEN_FILE names an empty file.',
    'VIGIE_SECRET_KEY_FILE names a file that cannot be read (ENOENT).',
    'VIGIE_BACKUP_KEY_FILE names a file that cannot be read (EISDIR).',
  ]) {
    expect(load).toThrow(sentence)
  }
  expect(load).not.toThrow('hidden-word')
})
