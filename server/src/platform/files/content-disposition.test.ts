import { expect, test } from 'vitest'
import { attachmentDisposition } from './content-disposition.ts'

test.each([
  ['plain.pdf', `attachment; filename="plain.pdf"; filename*=UTF-8''plain.pdf`],
  [
    'l’été (1).pdf',
    `attachment; filename="l__t_ (1).pdf"; filename*=UTF-8''l%E2%80%99%C3%A9t%C3%A9%20%281%29.pdf`,
  ],
  ['a"; x="b', `attachment; filename="a__ x=_b"; filename*=UTF-8''a%22%3B%20x%3D%22b`],
  [
    'a\r\nSet-Cookie: b',
    `attachment; filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`,
  ],
  ['../a\\b', `attachment; filename=".._a_b"; filename*=UTF-8''..%2Fa%5Cb`],
  ['half \ud800', `attachment; filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`],
])('The name %j gives a download under that name and nothing else', (filename, header) => {
  expect(attachmentDisposition(filename)).toBe(header)
})
