import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { judgeFile, mayBeSealed } from '../src/index.ts'
import { issue } from './kit/authority.ts'
import { stream, TestPdf } from './kit/test-pdf.ts'

const signer = issue({ name: 'Somebody' })
const judge = (bytes: Buffer) => judgeFile(bytes).integrity

describe('A file made to break its reader', () => {
  test('A seal leaves a trace in the bytes, however its name is written', () => {
    const { bytes } = TestPdf.write().seal({ signer })
    const disguised = Buffer.from(bytes.toString('latin1').replace('/ByteRange', '/By#74eRang#65'), 'latin1')
    expect([bytes, disguised, TestPdf.write().bytes].map(mayBeSealed)).toEqual([true, true, false])
  })

  test('Cross-references that run in a circle or outside end in a verdict', () => {
    const { bytes } = TestPdf.write()
    const place = bytes.lastIndexOf('xref\n', bytes.lastIndexOf('startxref') - 1)
    const circle = TestPdf.write().update([[9, 'null']], `/Prev ${place}`)
    expect(judge(circle.bytes)).toBe('REVIEW')
    expect(judge(Buffer.from('%PDF-1.7\nxref\n0 0\ntrailer\n<</Prev 9>>\nstartxref\n9\n%%EOF'))).toBe(
      'REVIEW',
    )
    expect(judge(Buffer.from('%PDF-1.7\nstartxref\n999999\n%%EOF'))).toBe('REVIEW')
  })

  test('Deep nesting, objects that contain themselves and endless counts end in a verdict', () => {
    const base = TestPdf.write()
    expect(judge(base.update([[1, `<</AcroForm ${'['.repeat(200_000)}>>`]]).bytes)).toBe('REVIEW')
    expect(
      judge(
        base.update([
          [1, '<</Type/Catalog/AcroForm 50 0 R>>'],
          [50, '50 0 R'],
        ]).bytes,
      ),
    ).toBe('REVIEW')
    expect(judge(Buffer.from('%PDF-1.7\nxref\n0 4000000000\ntrailer\n<<>>\nstartxref\n9\n%%EOF'))).toBe(
      'REVIEW',
    )
    const loop = base.update([
      [1, '<</Type/Catalog/AcroForm<</Fields[50 0 R]>>>>'],
      [50, '<</Kids[50 0 R 50 0 R]>>'],
    ])
    expect(judge(loop.bytes)).toBe('UNSIGNED')
  })

  test('Packed structure that unpacks without end is left to a person', () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000))
    const packed = `<</Type/XRef/W[1 4 2]/Size 9/Root 1 0 R/Filter/FlateDecode/Length ${bomb.length}>>stream\n`
    const tail = Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF')
    const file = Buffer.concat([Buffer.from(`%PDF-1.7\n1 0 obj\n${packed}`), bomb, tail])
    expect(judge(file)).toBe('REVIEW')
  })

  test('A password leaves the file to a person', () => {
    const locked = TestPdf.write().update([[80, '<</Filter/Standard/V 4>>']], '/Encrypt 80 0 R')
    expect(judgeFile(locked.bytes)).toMatchObject({
      integrity: 'REVIEW',
      reason: expect.stringMatching(/password/),
    })
  })

  test('A sealed file of 10,000 pages and large streams is judged in time', () => {
    const large = TestPdf.write('Long', 10_000).update([[20_000, stream('x'.repeat(20_000_000))]])
    const { bytes } = large.sign('/Type/Sig', () => Buffer.from('30', 'hex'))
    const started = process.cpuUsage()
    expect(judge(bytes)).toBe('REVIEW')
    expect(judgeFile(large.seal({ signer }).bytes).signatures).toHaveLength(1)
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10)
  })

  test('Any cut of a sealed file ends in a verdict, and none is intact', () => {
    const { bytes } = TestPdf.write().seal({ signer })
    for (let size = 0; size < bytes.length - 1; size += 397) {
      expect(judge(bytes.subarray(0, size))).not.toBe('INTACT')
    }
  })

  test('Any changed byte outside of the seal is seen', () => {
    const { bytes } = TestPdf.write().seal({ signer })
    const hole = bytes.indexOf('/Contents<3') + 9
    for (let at = 0; at < bytes.length; at += 101) {
      if (at >= hole && at < hole + 16_002) continue
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(judge(damaged)).not.toBe('INTACT')
    }
  })
})
