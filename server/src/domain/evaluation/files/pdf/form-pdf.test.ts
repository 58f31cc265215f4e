import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { formPdf, type FormAnswer, type FormPdfInput } from './form-pdf.ts'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const dataSha256 = sha256('canonical form data')

const sentence = 'L’œuvre de sous-traitance confiée à Łódź coûte 12 M€ ; voilà. '
const longAnswer = sentence.repeat(90).slice(0, 4_990) + 'FINALEMENT'

function form(answers: Record<string, FormAnswer>, change: Partial<FormPdfInput> = {}): FormPdfInput {
  return {
    language: 'fr',
    accountName: 'Manufacture d’Électricité & Fils',
    document: {
      code: 'BANK_DETAILS',
      names: { fr: 'Coordonnées bancaires', en: 'Bank details' },
      dossier: 'DOS-1',
      legalBasis: 'Code du travail, article L. 8222-1',
    },
    thirdParty: { name: 'Ateliers Lefèvre', identifiers: [{ label: 'SIRET', value: '552 100 554 00013' }] },
    sections: [
      {
        title: 'Questions',
        questions: Object.entries(answers).map(([label, answer]) => ({ label, answer })),
      },
    ],
    submission: {
      author: 'Élodie Lefèvre',
      at: new Date('2026-03-14T09:26:53.589Z'),
      transmitter: 'FOURNISSEUR',
      reference: 'REP-4217',
    },
    dataSha256,
    ...change,
  }
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => [`Personne ${i + 1}`, 'Turque', `${1_000 + i}.5`])
const staff = (count: number): FormAnswer => ({
  kind: 'table',
  columns: [{ label: 'Nom complet' }, { label: 'Nationalité' }, { label: 'Salaire', kind: 'number' }],
  rows: rows(count),
})

async function pagesOf(bytes: Buffer): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' '))
}
const squeezed = (pages: string[]) => pages.join('').replace(/\s+/g, '')

describe('The PDF of a form', () => {
  test('The PDF of a form holds every answer in the words of its language', async () => {
    const input = form({
      'Compte ouvert au nom de la société ?': { kind: 'yesNo', value: true },
      'Compte étranger ?': { kind: 'yesNo', value: false },
      IBAN: { kind: 'iban', value: 'FR7630006000011234567890189' },
      'Chiffre d’affaires': { kind: 'number', value: '-12345678.90', unit: '€' },
      Ouverture: { kind: 'date', text: '14/03/2019' },
      Certificats: { kind: 'choices', labels: ['ISO 9001', 'MASE'] },
      Observations: { kind: 'none' },
    })
    const [page = ''] = await pagesOf(await formPdf(input))
    for (const words of [
      'Manufacture d’Électricité & Fils',
      'Coordonnées bancaires',
      'Bank details',
      'Ateliers Lefèvre',
      'SIRET 552 100 554 00013',
      'Compte ouvert au nom de la société ? Oui',
      'Compte étranger ? Non',
      'IBAN FR76 3000 6000 0112 3456 7890 189',
      '−12 345 678,90 €',
      'Ouverture 14/03/2019',
      'ISO 9001 MASE',
      'Observations Sans réponse',
      'Déposé par Élodie Lefèvre',
      '14/03/2026 09:26:53 UTC',
      'Le tiers (fournisseur)',
      'règlement (UE) 2016/679',
    ]) {
      expect(page).toContain(words)
    }
    const english = await pagesOf(
      await formPdf({ ...input, language: 'en', legalMention: 'Our own mention.' }),
    )
    expect(english.join(' ')).toContain('Compte étranger ? No')
    expect(english.join(' ')).toContain('−12,345,678.90 €')
    expect(english.join(' ')).toContain('2026-03-14 09:26:53 UTC')
    expect(english.join(' ')).toContain('Our own mention.')
  })

  test('Long answers and tables continue over the pages, each with its header and footer', async () => {
    const bytes = await formPdf(
      form({
        Qualité: { kind: 'text', text: longAnswer },
        Mot: { kind: 'text', text: 'X'.repeat(900) },
        Salariés: staff(60),
      }),
    )
    const pages = await pagesOf(bytes)
    expect(pages.length).toBeGreaterThanOrEqual(4)
    for (const [i, page] of pages.entries()) {
      expect(page).toContain(`Page ${i + 1}/${pages.length}`)
      expect(page).toContain(dataSha256)
    }
    const all = squeezed(pages)
    expect(all).toContain('FINALEMENT')
    expect(all.match(/X/g)).toHaveLength(900)
    expect(pages.some((page) => page.includes('Qualité (suite)'))).toBe(true)
    const withRows = pages.filter((page) => page.includes('Personne'))
    expect(withRows.length).toBeGreaterThanOrEqual(2)
    for (const page of withRows) expect(page).toContain('Nom complet Nationalité Salaire')
    // A header without a row under it would stand on a page that shows no person.
    expect(pages.filter((page) => page.includes('Nom complet'))).toEqual(withRows)
    for (const [name] of rows(60)) expect(pages.join(' ')).toContain(`${name} Turque`)
    expect(pages.join(' ')).toContain('1 059,5')
  })

  test('The PDF of a form is a tagged archive file with title and language, the same bytes each time', async () => {
    const input = form({ Salariés: staff(10) }, { thirdParty: { name: 'A & B <C>', identifiers: [] } })
    const bytes = await formPdf(input)
    expect(sha256(await formPdf(structuredClone(input)))).toBe(sha256(bytes))
    expect(sha256(await formPdf({ ...input, dataSha256: sha256('other') }))).not.toBe(sha256(bytes))
    const raw = bytes.toString('latin1')
    expect(raw).toContain('<pdfaid:part>2</pdfaid:part>')
    expect(raw).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
    expect(bytes.toString('utf8')).toContain('Coordonnées bancaires – A &amp; B &lt;C&gt;</rdf:li>')
    expect(raw).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/)
    expect(raw).toContain('/Marked true')
    const document = await getDocumentProxy(new Uint8Array(bytes))
    const { info } = await getMeta(document)
    expect(info).toMatchObject({ Title: 'Coordonnées bancaires – A & B <C>', Language: 'fr-FR' })
    expect(info['CreationDate']).toContain('20260314092653')
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
    for (const role of ['H1', 'H2', 'Table', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`)
  })
})

describe('Hostile texts in a PDF', () => {
  test('Hostile texts are shown or replaced, never interpreted', async () => {
    const pages = await pagesOf(
      await formPdf(
        form({
          Cadenas: { kind: 'text', text: 'avant🔒après' },
          Renversé: { kind: 'text', text: 'facture\u202Efdp.exe' },
          Commande: { kind: 'text', text: 'a\u0000b\u001b[31mc' },
          Hébreu: { kind: 'text', text: 'שלום עולם' },
          Balise: { kind: 'text', text: ') Tj ET /JavaScript (app.alert(1)) <script>alert(1)</script>' },
          Nombre: { kind: 'number', value: 'douze' },
          ['Z'.repeat(500)]: { kind: 'choices', labels: [] },
        }),
      ),
    )
    const page = pages.join(' ')
    expect(page).toContain('avant�après')
    expect(page).toContain('facture�fdp.exe')
    expect(page).toContain('a�b�[31mc')
    expect(page).toMatch(/שלום/)
    expect(page).toContain('<script>alert(1)</script>')
    expect(page).toContain('Nombre douze')
    expect(squeezed(pages).match(/Z/g)).toHaveLength(500)
  })

  test('Hostile texts of any kind in any place give a file that opens', async () => {
    const any = fc.string({ unit: 'binary', maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 8, maxLength: 8 }), async (texts) => {
        const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = ''] = texts
        const table: FormAnswer = {
          kind: 'table',
          columns: [{ label: a }, { label: b }],
          rows: [[c], [d, e, f]],
        }
        const input = form({ [g]: { kind: 'text', text: h }, t: table }, { accountName: a, legalMention: c })
        const bytes = await formPdf({
          ...input,
          document: { code: d, names: { fr: e, en: f } },
          thirdParty: { name: g, identifiers: [{ label: h, value: a }] },
        })
        expect((await pagesOf(bytes)).length).toBeGreaterThanOrEqual(1)
      }),
      { numRuns: 4 },
    )
  })
})
