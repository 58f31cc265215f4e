import { expect, test } from 'vitest'
import { importCodeTrust } from '../../src/domain/trust/index.ts'
import { authority, certificateWith, codeList, signedCode, signer, state } from '../codes/coded-pieces.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { answersDesk } from '../responses/answers-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import { openPage, seriousFindings, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 240_000 }
const scans = { languages: ['fra'], dataFolder: null }
const stranger = { name: 'Scierie Lointaine', siren: '542110291', siret: '54211029100012' }

test('A reviewer sees what a code says, that it differs, and where it stands', withPatience, async () => {
  const t: TestApp = await testApp()
  const file = (name: string, bytes: Buffer) => ({ name, bytes })
  await importCodeTrust(t.db, {
    files: [
      file('codes.xml', codeList()),
      file('authority.der', authority.certificate),
      file('signer.der', signer.certificate),
    ],
    listSigners: [file('state.der', state.certificate)],
    force: false,
  })
  const url = await t.listen()
  const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
  const company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<typeof stranger>()
  const content = await certificateWith(company, signedCode(stranger))
  const sent = await d.send('SOC_VIGILANCE', [{ name: 'attestation.pdf', content }], {
    effectiveDate: '2026-10-31',
  })
  expect(sent.statusCode).toBe(201)
  await runAnswerJobs(t, d.accountId, { scans })
  const { page, complaints } = await openPage()
  const place = `document=${d.documents['SOC_VIGILANCE']}&dossier=${d.dossierId}`
  await page.goto(`${url}/app/account/${d.accountId}/review?${place}`)
  await signIn(page, await t.given.person([d.accountId], ['REVIEWER']))
  const codes = page.getByRole('region', { name: 'Codes on the page' })
  await codes.waitFor()
  const code = codes.getByRole('button')
  const words = await code.innerText()
  for (const said of [
    '2D-Doc',
    'ZZ01 AB12',
    'The signature holds.',
    'SCIERIE LOINTAINE',
    'Something else is on',
  ])
    expect(words).toContain(said)
  const panel = page.getByRole('region', { name: 'Read in this file' })
  await panel.getByText('A code on the page says something else than what is printed or typed.').waitFor()
  const frame = page.frameLocator('iframe[title^="Content of"]')
  await frame.locator('.mark[data-tone=doubt]').waitFor()
  await code.focus()
  await page.keyboard.press('Enter')
  await frame.locator('.mark[data-current]').waitFor()
  expect(await code.getAttribute('aria-pressed')).toBe('true')
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
  await t.close()
})
