import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderPlace } from './folder-place.ts'

test('What a killed run left unfinished is never listed, and removed a day later', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'vigie-place-'))
  const place = folderPlace(root)
  await place.put('objects/ab/whole', Buffer.from('content'))
  const folder = path.join(root, 'objects', 'ab')
  const longAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const name of ['.draft-new', '.draft-old']) await writeFile(path.join(folder, name), 'half')
  await utimes(path.join(folder, '.draft-old'), longAgo, longAgo)
  const names: string[] = []
  for await (const { name } of place.list('objects')) names.push(name)
  expect(names).toEqual(['objects/ab/whole'])
  expect((await readdir(folder)).toSorted()).toEqual(['.draft-new', 'whole'])
  await rm(root, { recursive: true })
})
