import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issue } from '../../../packages/seals/test/kit/authority.ts'
import { TestPdf } from '../../../packages/seals/test/kit/test-pdf.ts'
import { builtProgram } from '../product/build.ts'

const root = issue({ name: 'Test root', isAuthority: true })
const signer = issue({ name: 'Office of tests', issuer: root })
const sealed = TestPdf.write().seal({ signer })

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigie-inspect-'))
  writeFileSync(join(folder, 'sealed.pdf'), sealed.bytes)
  writeFileSync(join(folder, 'forged.pdf'), sealed.update([[4, '<</Length 0>>stream\n\nendstream']]).bytes)
  writeFileSync(join(folder, 'plain.pdf'), TestPdf.write().bytes)
  writeFileSync(join(folder, 'root.der'), root.certificate)
  writeFileSync(join(folder, 'letter.xml'), '<letter/>')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs with nothing in its environment: no settings, no database. */
function inspect(...words: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [builtProgram(), 'inspect', ...words], {
    cwd: folder,
    env: {},
    encoding: 'utf8',
  })
  return { stdout, stderr, status }
}

describe('vigie inspect', () => {
  test('The command prints one JSON object a line and file', () => {
    const { stdout, status } = inspect('sealed.pdf', 'forged.pdf', 'plain.pdf', '--json')
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(answers.map(({ file, integrity }) => [file, integrity])).toEqual([
      ['sealed.pdf', 'INTACT'],
      ['forged.pdf', 'CHANGED'],
      ['plain.pdf', 'UNSIGNED'],
    ])
    expect(answers[0]).toMatchObject({
      trust: 'UNTRUSTED',
      signatures: [{ signer: { name: 'Office of tests' } }],
    })
    expect(status).toBe(0)
  })

  test('A file that cannot be opened is a REVIEW with its own exit code, and the others are judged', () => {
    const { stdout, status } = inspect('nowhere.pdf', '.', 'plain.pdf', '--json')
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(answers.map(({ integrity }) => integrity)).toEqual(['REVIEW', 'REVIEW', 'UNSIGNED'])
    expect(answers[0]?.['reason']).toBe('The file could not be opened (ENOENT).')
    expect(status).toBe(2)
  })

  test('A root of one’s own finds the way to the signer, and people read words', () => {
    const { stdout } = inspect('sealed.pdf', '--trust', 'root.der')
    expect(stdout).toContain('INTACT: Every seal of the file holds')
    expect(stdout).toContain('by Office of tests')
    expect(stdout).toContain('UNKNOWN: The file brings no proof that the certificates were not revoked.')
  })

  test('Trust that cannot be read ends the command instead of changing verdicts', () => {
    const { stdout, stderr, status } = inspect('sealed.pdf', '--trust', 'letter.xml')
    expect(stdout).toBe('')
    expect(stderr).toContain('letter.xml was left out: it is not signed.')
    expect(status).toBe(1)
  })
})
