import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verdictDesk } from '../../../../../test/checks/verdict-desk.ts'
import { testApp, type TestApp } from '../../../../../test/harness/app.ts'
import { liabilityPdf, vigilancePdf } from '../../../../../test/responses/certificate-pdf.ts'
import { reject } from '../../../../../test/responses/review-desk.ts'
import { entries } from '../../../../../test/responses/answers-desk.ts'
import { jobScope } from '../../../../platform/kernel/index.ts'
import { blankEvidences } from '../../../retention/blank-evidences.ts'
import { comparePieces } from './seen-pieces.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** Whoever waits for another check in this database. */
async function waiting(): Promise<number> {
  const { rows } = await t.admin.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.count ?? 0
}

describe('Pieces that were seen before', () => {
  test('A security code that another third party sent is a grave doubt, which no supplier hears of', async () => {
    const d = await verdictDesk(t)
    await d.policy('SOC_VIGILANCE', { accept: true, sendBack: true, sampleShare: 0 })
    const other = await d.supplier(1)
    const genuine = await d.first.checked('SOC_VIGILANCE', await vigilancePdf(d.first.company))
    expect(genuine).toMatchObject({ status: 'ACCEPTED', codes: [] })
    const borrowed = await other.checked('SOC_VIGILANCE', await vigilancePdf(other.company))
    expect(borrowed).toMatchObject({
      status: 'PENDING',
      checkOutcome: 'PASSED',
      checkFindings: [{ code: 'NUMBER_REUSED', weight: 'HIGH' }],
    })
    const shown = await other.guest.call('GET', `/requests/${other.documents['SOC_VIGILANCE']}`)
    expect(shown.json()).toMatchObject({ status: 'IN_REVIEW' })
    expect(shown.body).not.toContain('REUSED')
    const own = await vigilancePdf(other.company, { securityCode: 'Z9Y8X7W6V5U4T3S' })
    expect(await other.checked('SOC_VIGILANCE', own)).toMatchObject({ status: 'ACCEPTED', codes: [] })
  })

  test('The same file under another name is seen, even if it is about a third company', async () => {
    const d = await verdictDesk(t)
    await d.policy('SOC_VIGILANCE', { accept: true, sendBack: true, sampleShare: 0 })
    const other = await d.supplier(1)
    const piece = await vigilancePdf(d.first.company)
    await d.first.checked('SOC_VIGILANCE', piece)
    const borrowed = await other.checked('SOC_VIGILANCE', piece)
    // It is plainly about another company, and still not turned down by a program: it may have been stolen.
    expect(borrowed.status).toBe('PENDING')
    expect(borrowed.codes).toContain('PIECE_REUSED')
    expect(borrowed.codes).not.toContain('NUMBER_REUSED')
  })

  test('The same third party may send the same again, and other accounts are none of its business', async () => {
    const [d, elsewhere] = [await verdictDesk(t), await verdictDesk(t)]
    const piece = await vigilancePdf(d.first.company)
    await elsewhere.first.checked('SOC_VIGILANCE', piece)
    expect(await d.first.checked('SOC_VIGILANCE', piece)).toMatchObject({ status: 'ACCEPTED', codes: [] })
    const again = await d.first.checked('SOC_VIGILANCE', piece)
    expect(again).toMatchObject({ status: 'ACCEPTED', codes: [] })
  })

  test('A policy may insure several companies of a group: the doubt is a small one', async () => {
    const d = await verdictDesk(t, 'ONBOARDING')
    const other = await d.supplier(1)
    const form = {
      policyNumber: 'RC 778204',
      insurer: 'Mutuelle Imaginaire du Lavoir',
      coverCeiling: '1500000',
      policyStart: '01/01/2026',
      policyEnd: '31/12/2026',
    }
    const more = { formdata: entries(form) }
    await d.first.checked('INS_LIABILITY', await liabilityPdf(d.first.company), more)
    const shared = await other.checked('INS_LIABILITY', await liabilityPdf(other.company), more)
    expect(shared.checkFindings).toContainEqual(
      expect.objectContaining({ code: 'NUMBER_REUSED', weight: 'LOW' }),
    )
  })

  test('Of two that come at once the later one waits, and sees the earlier one', async () => {
    const d = await verdictDesk(t)
    const scope = jobScope(d.accountId, 'responses.check')
    const piece = await vigilancePdf(d.first.company)
    const sent = await Promise.all(
      [d.first, await d.supplier(1)].map(async (supplier) => {
        const { evidences } = await d.response(await supplier.send('SOC_VIGILANCE', piece))
        const { id: evidenceId, sha256 } = evidences[0]!
        return {
          thirdpartyId: supplier.thirdpartyId,
          code: 'SOC_VIGILANCE',
          files: [{ evidenceId, sha256, reading: null }],
        }
      }),
    )
    const found = await t.db.write(scope, async (tx) => {
      const first = await comparePieces(tx, scope, sent[0]!)
      const second = t.db.write(scope, (their) => comparePieces(their, scope, sent[1]!))
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
      return { first, second }
    })
    expect(found.first).toEqual([])
    expect(await found.second).toMatchObject([{ code: 'PIECE_REUSED' }])
  })

  test('What is known of a piece goes with its file', async () => {
    const d = await verdictDesk(t)
    const { responseId } = await d.first.checked('SOC_VIGILANCE', await vigilancePdf(d.first.company))
    const known = async () => {
      const { rows } = await t.admin.query<{ kind: string }>(
        'select kind from piece_number where account_id = $1 order by kind',
        [d.accountId],
      )
      return rows.map(({ kind }) => kind)
    }
    expect(await known()).toEqual(['CONTENT', 'SECURITY_CODE'])
    await reject(d, responseId, { shareRejectionReason: false })
    expect(await known()).toHaveLength(2)
    const scope = jobScope(d.accountId, 'test')
    await t.db.write(scope, (tx) => blankEvidences(tx, scope, [responseId]))
    expect(await known()).toEqual([])
  })
})
