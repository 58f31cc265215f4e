import PDFDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import type { InspectionWarning } from '../src/index.ts'
import {
  docx,
  jpeg,
  objectStream,
  openDocument,
  pdf,
  png,
  relations,
  stream,
  tiff,
  xlsx,
} from '../samples/index.ts'

export interface HonestFile {
  label: string
  fileName: string
  declared?: string
  make: () => Buffer | Promise<Buffer>
  contentType: string
  warnings?: InspectionWarning[]
}

async function realPdf(): Promise<Buffer> {
  const document = new PDFDocument({ info: { Title: 'Attestation /JS (obj) de vigilance' } })
  for (let page = 0; page < 5; page += 1) {
    document.text(`Page ${page + 1} : l’été à Besançon, « vérifié ».`).addPage()
    document.image(png({ width: 200, height: 100 }), { width: 100 })
    document.link(10, 10, 100, 20, 'https://example.com/JS/Launch/AA')
  }
  document.end()
  return await buffer(document)
}

/** The same update that a signature makes: a second table and trailer behind the first. */
function updatedPdf(): Buffer {
  const first = pdf()
  const before = first.length
  const table = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 4 /Root 1 0 R /Prev ${first.indexOf('xref')} >>\n`
  return Buffer.concat([first, Buffer.from(`${table}startxref\n${before}\n%%EOF\n`)])
}

const pdfType = 'application/pdf'
const office = 'application/vnd.openxmlformats-officedocument'

/** A list of files that must pass. */
export const honestFiles: readonly HonestFile[] = [
  {
    label: 'PDF of a real library',
    fileName: 'Attestation.PDF',
    declared: pdfType,
    make: realPdf,
    contentType: pdfType,
  },
  { label: 'PDF with two trailers', fileName: 'signed.pdf', make: updatedPdf, contentType: pdfType },
  {
    label: 'PDF with packed objects',
    fileName: 'packed.pdf',
    make: () => pdf({ objects: [objectStream(['<< /A (see /JS and /Launch) >>', '[1 2 3]', '42'])] }),
    contentType: pdfType,
  },
  {
    label: 'PDF that opens at a page, in each spelling',
    fileName: 'opens.pdf',
    make: () =>
      pdf({
        catalogue: '/OpenAction 4 0 R',
        objects: ['<< /S /GoTo /D [3 0 R /Fit] >>', '<< /OpenAction [3 0 R /Fit] >>'],
      }),
    contentType: pdfType,
  },
  {
    label: 'PDF whose text speaks of PDF',
    fileName: 'manual.pdf',
    make: () =>
      pdf({ objects: [stream('', 'BT (the name /JavaScript in 5 0 R) Tj ET'), '(no /Launch, no \\) /JS)'] }),
    contentType: pdfType,
  },
  {
    label: 'PDF after a byte order mark and a line end',
    fileName: 'mark.pdf',
    make: () => pdf({ header: '\xef\xbb\xbf\r\n%PDF-1.4\n' }),
    contentType: pdfType,
  },
  { label: 'PNG', fileName: 'logo.png', declared: 'image/png', make: () => png(), contentType: 'image/png' },
  {
    label: 'JPEG',
    fileName: 'photo.JPEG',
    declared: 'image/jpg',
    make: () => jpeg(),
    contentType: 'image/jpeg',
  },
  {
    label: 'JPEG with a second picture behind, as phones write it',
    fileName: 'phone.jpg',
    make: () => Buffer.concat([jpeg(), jpeg()]),
    contentType: 'image/jpeg',
    warnings: ['IMAGE_BYTES_AFTER_END'],
  },
  { label: 'TIFF, little end first', fileName: 'fax.tif', make: () => tiff(), contentType: 'image/tiff' },
  {
    label: 'TIFF, big end first',
    fileName: 'fax.tiff',
    make: () => tiff({ order: 'MM' }),
    contentType: 'image/tiff',
  },
  {
    label: 'DOCX with web links',
    fileName: 'lettre.docx',
    make: () => {
      const links = [
        { type: 'hyperlink', target: 'https://example.com/?a=1&amp;b=2' },
        { type: 'hyperlink', target: 'mailto:a@example.com' },
      ]
      return docx({ parts: [{ name: 'word/_rels/document.xml.rels', data: relations(links) }] })
    },
    contentType: `${office}.wordprocessingml.document`,
  },
  {
    label: 'XLSX',
    fileName: 'bilan 2026.xlsx',
    make: () => xlsx(),
    contentType: `${office}.spreadsheetml.sheet`,
  },
  {
    label: 'XLSX with formulas that only sound like others',
    fileName: 'calculs.xlsx',
    make: () => {
      const formulas = [
        'SUM(A1:A9)-2',
        'HYPERLINK(&quot;https://example.com/a?b=1|2&quot;,&quot;See&quot;)',
        'IF(A1=&quot;CALL(me)&quot;,&quot;cmd|x&quot;,&quot;WEBSERVICE(1)&quot;)',
        "'Oui|Non'!A1+Image!B2+Table1[a|b]",
        'MYCALL(1)+My.IMAGE(2)+_xlfn.XLOOKUP(A1,B:B,C:C)',
        '{1,2;3,4}',
      ]
      const cells = formulas.map((text) => `<c><f>${text}</f><v>1</v></c>`).join('')
      return xlsx({
        parts: [
          {
            name: 'xl/worksheets/sheet1.xml',
            data: `<worksheet><row>${cells}</row><!-- a|b --></worksheet>`,
          },
          { name: 'xl/sharedStrings.xml', data: "<sst><si><t>=cmd|'/C calc'!A0 IMAGE(</t></si></sst>" },
          { name: 'xl/media/font1.ttf', data: Buffer.from([0, 1, 0, 0, 0, 12]) },
        ],
      })
    },
    contentType: `${office}.spreadsheetml.sheet`,
  },
  {
    label: 'DOCX with fields, a bibliography, a fraction and a drawing',
    fileName: 'rapport.docx',
    make: () => {
      const code = (text: string) =>
        `<w:fldChar w:fldCharType="begin"/><w:instrText> ${text} </w:instrText><w:fldChar w:fldCharType="separate"/>`
      const end = '<w:fldChar w:fldCharType="end"/>'
      const body = [
        `${code('TOC \\o "1-3"')}${code('HYPERLINK "https://example.com"')}${end}${code('PAGEREF _Toc1 \\h')}${end}${end}`,
        `${code('ADDIN CSL_CITATION {"title":"DDE and DDT in \\\\water"}')}${end}`,
        `${code(`ADDIN ZOTERO_BIBL ${'Residues of DDE. '.repeat(9_000)}`)}${end}`,
        '<m:f><m:num><m:r><m:t>|x|</m:t></m:r></m:num><m:den/></m:f>',
        '<w:fldSimple w:instr=" PAGE "><w:t>|</w:t></w:fldSimple>',
      ]
      const drawing = '<svg><image href="data:image/png;base64,AAAA"/><a href="https://example.com"/></svg>'
      return docx({
        parts: [
          { name: 'word/document.xml', data: `<w:document>${body.join('')}</w:document>` },
          { name: 'word/media/image1.svg', data: drawing },
        ],
      })
    },
    contentType: `${office}.wordprocessingml.document`,
  },
  {
    label: 'ODT with a formula, a link and the path of its template',
    fileName: 'calcul.odt',
    make: () =>
      openDocument('text', {
        parts: [
          {
            name: 'content.xml',
            data:
              '<office:body><office:scripts/><table:table-cell table:formula="ooow:mean 10|20"/>' +
              '<text:a xlink:href="https://example.com"/><draw:image xlink:href="Pictures/a.png"/>' +
              '<draw:object xlink:href="./Object 1"/></office:body>',
          },
          { name: 'Pictures/a.png', data: png() },
        ],
      }),
    contentType: 'application/vnd.oasis.opendocument.text',
  },
  {
    label: 'ODS with formulas',
    fileName: 'calcul.ods',
    make: () => {
      const formula = "of:=SUM([.A1:.A9])+[$'a|b'.A1]+SUM({1;2|3;4})"
      return openDocument('spreadsheet', {
        parts: [{ name: 'content.xml', data: `<table:table-cell table:formula="${formula}"/>` }],
      })
    },
    contentType: 'application/vnd.oasis.opendocument.spreadsheet',
  },
  {
    label: 'ODT of a template on the author’s computer',
    fileName: 'modele.odt',
    make: () =>
      openDocument('text', {
        parts: [{ name: 'meta.xml', data: '<meta:template xlink:href="file:///home/a/modele.ott"/>' }],
      }),
    contentType: 'application/vnd.oasis.opendocument.text',
    warnings: ['OFFICE_EXTERNAL_LINK'],
  },
  {
    label: 'ODT',
    fileName: 'courrier.odt',
    make: () => openDocument('text'),
    contentType: 'application/vnd.oasis.opendocument.text',
  },
  {
    label: 'ODS',
    fileName: 'tableau.ods',
    make: () => openDocument('spreadsheet'),
    contentType: 'application/vnd.oasis.opendocument.spreadsheet',
  },
  {
    label: 'CSV in UTF-8, declared as Excel does',
    fileName: 'fournisseurs.csv',
    declared: 'application/vnd.ms-excel',
    make: () => Buffer.from('\ufeffnom;ville;solde\r\n"Société d’été";Besançon;-12,5\r\n'),
    contentType: 'text/csv',
  },
  {
    label: 'CSV in the encoding of old spreadsheets',
    fileName: 'vieux.csv',
    make: () => Buffer.from('nom;prix\nCaf\xe9;3 \x80\n', 'latin1'),
    contentType: 'text/csv',
  },
  {
    label: 'text',
    fileName: 'note.txt',
    declared: 'text/plain; charset=utf-8',
    make: () => Buffer.from('1 < 2, BMW, MZ et <a@example.com>\n'),
    contentType: 'text/plain',
  },
  { label: 'text of one byte', fileName: 'a.txt', make: () => Buffer.from('a'), contentType: 'text/plain' },
]
