import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentsFor } from '../dossiers/applies-to.ts'
import { loadShippedCatalogue, readCatalogue } from './shipped-catalogue.ts'

const codes: Record<string, string> = {
  VIGILANCE: `SOC_VIGILANCE SOC_NO_CONTRIB REG_PROOF FOREIGN_WORKERS NO_FOREIGN_WORKERS FISCAL_REG INS_DECENNIAL
    INS_LIABILITY DISABLED_QUOTA BTP_LEAVE POSTED_SIPSI POSTED_FINES FOREIGN_SOC FOREIGN_VAT_ID FOREIGN_REG`,
  ONBOARDING: `SUP_IDENTITY BANK_DETAILS REG_PROOF FISCAL_REG INS_LIABILITY UBO CODE_CONDUCT NDA DPA_ART28 ACCOUNTS GTC`,
  CSR: `CSR_QUEST CSR_RATING ISO14001 ISO45001 ISO9001 GHG_REPORT CSR_CHARTER GENDER_INDEX EUDR_DDS`,
  SCREENING: `SANCTIONS_CHECK PEP_CHECK ADVERSE_MEDIA INTEGRITY_QUEST INTEGRITY_DECISION REGISTER_STATUS`,
  DUTY_OF_VIGILANCE: `HR_QUEST SUPPLY_CHAIN_MAP SOCIAL_AUDIT HR_POLICY ALERT_SYSTEM CAP MINERALS`,
  CYBERSECURITY: `CYBER_QUEST ISO27001 SOC2 PENTEST SEC_POLICY BCP_TEST CYBER_INS HDS DORA_TERMS SECURITY_RATING
    INCIDENT_CONTACT`,
}
const unverified = `SOC_NO_CONTRIB REG_PROOF INS_DECENNIAL DISABLED_QUOTA BTP_LEAVE POSTED_SIPSI POSTED_FINES FOREIGN_SOC
  FOREIGN_VAT_ID FOREIGN_REG UBO DPA_ART28 ISO45001 ISO9001 GHG_REPORT GENDER_INDEX EUDR_DDS SANCTIONS_CHECK
  SOCIAL_AUDIT MINERALS ISO27001 SOC2 HDS DORA_TERMS`
const words = (text = '') => text.split(/\s+/)

describe('Shipped catalogue', () => {
  const { documentTypes, dossierTypes, rules, themes } = loadShippedCatalogue()

  it('The catalogue holds every document type, each in its dossier type, and nothing else', () => {
    expect([...dossierTypes.keys()].toSorted()).toEqual(Object.keys(codes).toSorted())
    for (const [dossier, documents] of Object.entries(codes)) {
      const asked = dossierTypes.get(dossier)?.documents.map(({ code }) => code)
      expect(asked, dossier).toEqual(expect.arrayContaining(words(documents)))
    }
    expect([...documentTypes.keys()].toSorted()).toEqual(
      [...new Set(Object.values(codes).flatMap(words))].toSorted(),
    )
  })

  it('The catalogue does not vouch for a legal basis nobody has read', () => {
    const doubtful = [...documentTypes.values()].filter((type) => !type.legalBasisVerified)
    expect(doubtful.map(({ code }) => code).toSorted()).toEqual(words(unverified).toSorted())
  })

  it('The catalogue is complete in French and English, never with the same words in both', () => {
    const same: string[] = []
    const walk = (path: string, node: unknown) => {
      if (typeof node !== 'object' || node === null) return
      const { fr, en } = node as { fr?: string; en?: string }
      if (typeof fr === 'string' && fr === en && fr.length > 25) same.push(`${path}: ${fr}`)
      for (const [key, value] of Object.entries(node)) walk(`${path}/${key}`, value)
    }
    walk('', [[...documentTypes.values()], [...dossierTypes.values()], rules, themes])
    expect(same).toEqual([])
    expect(themes.map(({ code }) => code)).toHaveLength(6)
  })

  it('The four questionnaires ask weighted questions', () => {
    for (const code of ['CSR_QUEST', 'CYBER_QUEST', 'HR_QUEST', 'INTEGRITY_QUEST']) {
      const type = documentTypes.get(code)
      const questions = type?.fields.filter(({ weight }) => weight !== undefined) ?? []
      expect(questions.length, code).toBeGreaterThanOrEqual(12)
      expect(questions.length, code).toBeLessThanOrEqual(20)
      expect(type?.expectedScore, code).toBeGreaterThan(0)
    }
  })

  it('A builder, a foreign company and a small office are asked for different documents', () => {
    const vigilance = dossierTypes.get('VIGILANCE')
    if (!vigilance) throw new Error('no VIGILANCE')
    const asked = (countryCode: string | null, nafCode: string | null, min: number | null) =>
      documentsFor(vigilance, { countryCode, nafCode, headcount: { value: null, min } }).map(
        ({ code }) => code,
      )
    expect(asked('FR', '43.21A', 20)).toEqual(
      expect.arrayContaining(['INS_DECENNIAL', 'BTP_LEAVE', 'DISABLED_QUOTA', 'SOC_VIGILANCE']),
    )
    const office = asked('FR', '62.01Z', 19)
    for (const code of ['INS_DECENNIAL', 'BTP_LEAVE', 'DISABLED_QUOTA', 'FOREIGN_REG', 'POSTED_SIPSI'])
      expect(office).not.toContain(code)
    const foreign = asked('DE', null, null)
    expect(foreign).toEqual(expect.arrayContaining(['FOREIGN_SOC', 'FOREIGN_REG', 'POSTED_SIPSI']))
    expect(foreign).not.toContain('SOC_VIGILANCE')
    expect(asked(null, null, null)).toEqual(['FOREIGN_WORKERS', 'NO_FOREIGN_WORKERS', 'INS_LIABILITY'])
  })
})

describe('Faulty catalogues', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigie-catalogue-'))
    await cp(new URL('../../../../../catalogue/', import.meta.url), folder, { recursive: true })
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function faultsWith(file: string, change: (content: string) => string): Promise<string> {
    const path = join(folder, file)
    const sound = await readFile(path, 'utf8')
    const broken = change(sound)
    expect(broken, 'the change changes something').not.toBe(sound)
    await writeFile(path, broken)
    try {
      readCatalogue(pathToFileURL(`${folder}/`))
      return ''
    } catch (error) {
      return String(error)
    } finally {
      await writeFile(path, sound)
    }
  }

  it('A faulty catalogue is refused with the file and the fault', async () => {
    const gone = (name: string) => (text: string) =>
      text.replace(new RegExp(`"en": "${name}[^"]*"`), '"en": ""')
    expect(await faultsWith('documents/gtc.json', gone('Terms'))).toContain('documents/gtc.json/name/en')
    expect(
      await faultsWith('documents/gtc.json', (text) => text.replace('"version"', '"colour": 1, "version"')),
    ).toContain('gtc.json')
    expect(await faultsWith('dossiers/csr.json', (text) => text.replace('ISO14001', 'ISO14002'))).toContain(
      'CSR: document ISO14002 is not in the catalogue',
    )
    expect(await faultsWith('rules.json', (text) => text.replace('"CSR"', '"CRS"'))).toContain(
      'no dossier type CRS',
    )
    expect(
      await faultsWith('documents/cap.json', (text) => text.replace('"ACTION_STATES"', '"NO_SUCH_SET"')),
    ).toContain('documents/cap.json/fields/0/columns')
    expect(
      await faultsWith('documents/bank-details.json', (text) =>
        text.replace('"key": "bic"', '"key": "iban"'),
      ),
    ).toContain('BANK_DETAILS: field iban appears twice')
    expect(
      await faultsWith('documents/ins-liability.json', (text) =>
        text.replace('"field": "policyEnd"', '"field": "insurer"'),
      ),
    ).toContain('insurer is no date of the form')
    expect(await faultsWith('documents/nda.json', (text) => text.replace('"NDA"', '"GTC"'))).toContain(
      'GTC is defined twice',
    )
  })
})
