import { describe, expect, it } from 'vitest'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { findPasswordFault, collectKnownWords } from './password-rules.ts'

const email = 'Zoe.Martin@brumeval.example'

describe('Password rules', () => {
  it.each([
    ['elevenchars', 'SHORT'],
    ['x'.repeat(1_001), 'LONG'],
    ['Summer2026!!!', 'COMMON'],
    ['dragon123456', 'COMMON'],
    ['Password123!', 'COMMON'],
    ['Bienvenue2026!', 'COMMON'],
    ['MOTDEPASSE123', 'COMMON'],
    ['P@ssw0rd2026', 'COMMON'],
    ['vigie2026vigie', 'PERSONAL'],
    ['zoe.martin-1987', 'PERSONAL'],
    ['Brumeval2026!', 'PERSONAL'],
    ['Dupont-Lajoie-75', 'PERSONAL'],
    ['Z0e.M4rtin.Zoe.Martin', 'PERSONAL'],
    ['Martin boit du thé vert sous la pluie', null],
    ['abababababababab', 'REPEATED'],
    ['a'.repeat(1_000), 'REPEATED'],
    ['azertyuiopqs', 'ROW'],
    ['abcdefghijklmnop', 'ROW'],
    ['1987-05-23 1987', 'DATE'],
    ['un cheval vert sous la pluie', null],
    ['lantern over quiet water', null],
    ['éàèùçôîâûêëï!', null],
    ['kX7#qP2vLm9$', null],
  ])('The password rules judge %j as %j', async (password, fault) => {
    expect(await findPasswordFault(password, email, ['Zoé Martin', 'Dupont Lajoie'])).toBe(fault)
  })

  it('The rules accept every character an address or a name may hold', async () => {
    const odd = 'jean-paul.o+t(a)g{2}|^$*?[x]\\/@x-y.example'
    expect(await findPasswordFault(`${odd} 12`, odd, ['O’Neil (Jr.) – A/B', '\\'])).toBe('PERSONAL')
  })

  it('A local part of two letters, or the end of a domain, is not taken for a word', () => {
    expect(collectKnownWords(['le@mail.example.com'])).toEqual([
      'vigie',
      'le@mail.example.com',
      'mail',
      'example',
    ])
  })

  it('Requests continue while a deliberately slow password is judged', async () => {
    const slow = '4@8({[<369&#!1/|0$5+7%2'.repeat(43)
    await findPasswordFault('to have the dictionaries loaded', email)
    let turns = 0
    const isJudged = findPasswordFault(slow, email).then(() => true)
    const nextTurn = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)))
    while (!(await Promise.race([isJudged, nextTurn()]))) turns += 1
    // Judged in this thread, it would let one or two turns go by.
    expect(turns).toBeGreaterThan(100)
  })

  it('More passwords at once than can be judged are refused, and judging continues afterwards', async () => {
    const asked = Array.from({ length: 12 }, () => findPasswordFault('un cheval vert sous la pluie', email))
    const answers = await Promise.allSettled(asked)
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const answer of refused) expect(answer).toMatchObject({ reason: { code: 'OVERLOADED' } })
    expect(await findPasswordFault('Password123!', email)).toBe('COMMON')
  })
})

describe('Password hashes', () => {
  it('Hashes are argon2id with the parameters of OWASP and accept only their password', async () => {
    const hash = await hashPassword('un cheval vert')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches('un cheval vert', hash)).toBe(true)
    expect(await passwordMatches('un cheval noir', hash)).toBe(false)
    expect(await passwordMatches('anything', null)).toBe(false)
  })

  it('Checking a password takes as long for a person who does not exist', async () => {
    const hash = await hashPassword('un cheval vert')
    const taken = { nobody: [] as number[], somebody: [] as number[] }
    const measure = async (times: number[], stored: string | null) => {
      const start = performance.now()
      await passwordMatches('wrong', stored)
      times.push(performance.now() - start)
    }
    // In turn, so that whatever else the machine does weighs on both.
    for (let i = 0; i < 15; i += 1) {
      await measure(taken.nobody, null)
      await measure(taken.somebody, hash)
    }
    const fastest = (times: number[]) => Math.min(...times)
    const ratio = fastest(taken.nobody) / fastest(taken.somebody)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })

  it('The queue of hashes is bounded', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 40 }, () => passwordMatches('x', null)))
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    expect(refused.length).toBe(40 - 2 - 16)
    for (const attempt of refused) expect(attempt.reason).toMatchObject({ code: 'OVERLOADED' })
    expect(await passwordMatches('x', null)).toBe(false)
  })
})
