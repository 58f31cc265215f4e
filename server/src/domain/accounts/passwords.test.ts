import { describe, expect, it } from 'vitest'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { passwordFault } from './password-rules.ts'

describe('password rules', () => {
  it.each([
    ['elevenchars', 'SHORT'],
    ['Password1234', 'COMMON'],
    ['MOTDEPASSE123', 'COMMON'],
    ['abababababababab', 'COMMON'],
    ['zoe.martin-1987', 'E_MAIL'],
    ['x'.repeat(201), 'LONG'],
    ['un cheval vert sous la pluie', null],
    ['éàèùçôîâûêëï!', null],
  ])('says of %j: %j', (password, fault) => {
    expect(passwordFault(password, 'Zoe.Martin@example.com')).toBe(fault)
  })

  it('does not refuse for a local part of two letters', () => {
    expect(passwordFault('le maçon boit du thé', 'le@example.com')).toBeNull()
  })
})

describe('password hashes', () => {
  it('are argon2id with the parameters of OWASP and accept only their password', async () => {
    const hash = await hashPassword('un cheval vert')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwordMatches('un cheval vert', hash)).toBe(true)
    expect(await passwordMatches('un cheval noir', hash)).toBe(false)
    expect(await passwordMatches('anything', null)).toBe(false)
  })

  it('take as long for a person who does not exist', async () => {
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

  it('refuse to queue without end', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 40 }, () => passwordMatches('x', null)))
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    expect(refused.length).toBe(40 - 2 - 32)
    for (const attempt of refused) expect(attempt.reason).toMatchObject({ code: 'OVERLOADED' })
    expect(await passwordMatches('x', null)).toBe(false)
  })
})
