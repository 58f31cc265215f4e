import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveBackupKeys, nameOfContent, openContent, sealContent } from './seal.ts'

const salt = randomBytes(32)
const keys = deriveBackupKeys('a key of thirty-two characters, or more', salt)

test('What was sealed opens under its name and its key, and is what it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), fc.boolean(), async (bytes, compress) => {
      const content = Buffer.from(bytes)
      const name = nameOfContent(keys, content)
      const sealed = await sealContent(keys, name, content, { compress })
      expect(await openContent(keys, name, sealed)).toEqual(content)
    }),
  )
})

test('One changed byte anywhere, another name or another key opens nothing', async () => {
  const content = Buffer.from('rows '.repeat(40))
  const name = nameOfContent(keys, content)
  const sealed = await sealContent(keys, name, content, { compress: true })
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    await expect(openContent(keys, name, changed)).rejects.toThrow('damaged')
  }
  await expect(openContent(keys, 'another', sealed)).rejects.toThrow('damaged')
  await expect(openContent(keys, name, sealed.subarray(0, 20))).rejects.toThrow('damaged')
  const other = deriveBackupKeys('another key of thirty-two characters', salt)
  await expect(openContent(other, name, sealed)).rejects.toThrow('damaged')
  expect(other.check).not.toBe(keys.check)
})

test('The same content has the same name in one place and another name in another', () => {
  const content = Buffer.from('content')
  expect(nameOfContent(keys, content)).toBe(nameOfContent(keys, Buffer.from('content')))
  const elsewhere = deriveBackupKeys('a key of thirty-two characters, or more', randomBytes(32))
  expect(nameOfContent(elsewhere, content)).not.toBe(nameOfContent(keys, content))
})
