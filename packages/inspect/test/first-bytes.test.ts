import { describe, expect, test } from 'vitest'
import { contradictsName, firstBytes } from '@vigie/inspect'
import { honestFiles } from './honest-files.ts'

const text = (content: string) => Buffer.from(content, 'latin1')

describe('The first bytes of a file', () => {
  test.each([
    ['a.pdf', 'MZ'],
    ['a.pdf', '<html>%PDF-1.7'],
    ['a.png', '%PDF-1.7\n'],
    ['a.jpg', '\x89PNG\r\n\x1a\n'],
    ['a.jpeg', 'GIF89a'],
    ['a.tiff', 'MZ'],
    ['a.docx', '%PDF-1.7\n'],
    ['a.ods', '\x89PNG\r\n\x1a\n'],
    ['a.csv', 'PK\x03\x04 and more'],
    ['a.txt', '%PDF-1.7\n'],
    ['a.txt', '#!/bin/sh\n'],
  ])('Those of %s contradict it when they are %j', (fileName, content) => {
    expect(contradictsName(fileName, text(content))).toBe(true)
  })

  test.each([
    ['a.pdf', '\xef\xbb\xbf \r\n%PDF-1.4'],
    ['a.tif', 'MM\0*'],
    // Protected by a password, or of an older format: the inspection tells which.
    ['a.docx', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    ['a.csv', '\xef\xbb\xbfname;city\r\n'],
    ['a.exe', 'whatever'],
  ])('Those of %s do not contradict it when they are %j', (fileName, content) => {
    expect(contradictsName(fileName, text(content))).toBe(false)
  })

  test.each(honestFiles.map((file) => [file.label, file] as const))(
    'Those of an honest file pass: %s',
    async (_label, file) => {
      const content = await file.make()
      expect(contradictsName(file.fileName, content.subarray(0, firstBytes))).toBe(false)
    },
  )
})
