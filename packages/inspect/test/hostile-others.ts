import { declared, hostile } from './hostile-files.ts'
import {
  docx,
  eicar,
  jpeg,
  type MadeEntry,
  makeZip,
  openDocument,
  packedOnce,
  pdf,
  png,
  relations,
  tiff,
  xlsx,
} from '../samples/index.ts'

const ACTIVE = 'ACTIVE_CONTENT'
const MISMATCH = 'CONTENT_MISMATCH'
const BOMB = 'ARCHIVE_BOMB'
const ENCRYPTED = 'ENCRYPTED'
const REFUSED = 'TYPE_REFUSED'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const program = Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1')
const withParts = (...parts: MadeEntry[]) => docx({ parts })
const linked = (type: string, target: string) =>
  withParts({ name: 'word/_rels/settings.xml.rels', data: relations([{ type, target }]) })
const blanks = Buffer.alloc(20_000_000, 0x20)
const [tooLarge, justBelow] = [packedOnce(blanks), packedOnce(blanks.subarray(0, 9_000_000))]
const large = (data: MadeEntry['data'], name = 'word/media/a.xml') => ({ name, data })
const nested = (depth: number): Buffer =>
  depth === 0 ? Buffer.from('core') : makeZip([{ name: `${depth}.zip`, data: nested(depth - 1) }])
const container = (marker: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(1_016),
    Buffer.from(marker, 'utf16le'),
    Buffer.alloc(512),
  ])

/** A list: office documents. */
const office = [
  hostile('macros', 'a.docx', () => withParts({ name: 'word/vbaProject.bin', data: 'x' }), ACTIVE),
  hostile(
    'macros in the type',
    'a.docx',
    () => docx({ mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
    ACTIVE,
  ),
  hostile('macros by their extension', 'a.docm', () => docx(), REFUSED),
  hostile(
    'macro sheet',
    'a.xlsx',
    () => xlsx({ parts: [{ name: 'xl/macrosheets/sheet1.xml', data: '<a/>' }] }),
    ACTIVE,
  ),
  hostile('control', 'a.docx', () => withParts({ name: 'word/activeX/activeX1.xml', data: '<a/>' }), ACTIVE),
  hostile('object', 'a.docx', () => withParts({ name: 'word/embeddings/oleObject1.bin', data: 'x' }), ACTIVE),
  hostile(
    'object under another name',
    'a.docx',
    () => withParts({ name: 'word/media/image1.png', data: container('x') }),
    ACTIVE,
  ),
  hostile(
    'program as a picture',
    'a.docx',
    () => withParts({ name: 'word/media/image1.png', data: program }),
    ACTIVE,
  ),
  hostile(
    'document inside',
    'a.docx',
    () => withParts({ name: 'word/embeddings/sheet.xlsx', data: xlsx() }),
    ACTIVE,
  ),
  hostile(
    'template from the web',
    'a.docx',
    () => linked('attachedTemplate', 'https://example.com/a.dotm'),
    ACTIVE,
  ),
  hostile(
    'template from another computer',
    'a.docx',
    () => linked('attachedTemplate', 'file://host/a.dotm'),
    ACTIVE,
  ),
  hostile('template of the author', 'a.docx', () => linked('attachedTemplate', 'file:///C:\\a\\b.dotx'), [
    'OFFICE_EXTERNAL_LINK',
  ]),
  hostile(
    'object from the web',
    'a.docx',
    () => linked('oleObject', 'https:&#x2f;&#47;example.com/a'),
    ACTIVE,
  ),
  hostile('picture from another computer', 'a.docx', () => linked('image', '\\\\host\\a.png'), ACTIVE),
  hostile('picture from the web', 'a.docx', () => linked('image', 'https://example.com/a.png'), [
    'OFFICE_EXTERNAL_LINK',
  ]),
  hostile('link that is a script', 'a.docx', () => linked('hyperlink', 'java&#115;cript:alert(1)'), ACTIVE),
  hostile(
    'command in a field',
    'a.docx',
    () =>
      withParts({
        name: 'word/footer1.xml',
        data: '<w:instrText xml:space="preserve"> DDEAUTO c:\\\\windows\\\\cmd.exe </w:instrText>',
      }),
    ACTIVE,
  ),
  hostile(
    'command in a field, cut in pieces',
    'a.docx',
    () =>
      withParts({
        name: 'word/footer1.xml',
        data: '<w:instrText> D</w:instrText><w:instrText>DE</w:instrText><w:instrText>AUTO cmd</w:instrText>',
      }),
    ACTIVE,
  ),
  hostile(
    'template from the web in a tag of 100 kB, its mode disguised',
    'a.docx',
    () => {
      const tag = relations([{ type: 'attachedTemplate', target: 'https://example.com/a.dotm' }])
      const padded = tag.replace(
        ' TargetMode="External"',
        ` x="a>"${' '.repeat(100_000)}TargetMode="&#69;xternal"`,
      )
      return withParts({ name: 'word/_rels/settings.xml.rels', data: padded })
    },
    ACTIVE,
  ),
  hostile(
    'link to another workbook',
    'a.xlsx',
    () =>
      xlsx({
        parts: [
          {
            name: 'xl/externalLinks/_rels/externalLink1.xml.rels',
            data: relations([{ type: 'externalLinkPath', target: 'budget.xlsx' }]),
          },
        ],
      }),
    ['OFFICE_EXTERNAL_LINK'],
  ),
  hostile(
    'command in a workbook',
    'a.xlsx',
    () =>
      xlsx({ parts: [{ name: 'xl/externalLinks/externalLink1.xml', data: '<ddeLink ddeService="cmd"/>' }] }),
    ACTIVE,
  ),
  hostile(
    'entity of its own',
    'a.docx',
    () =>
      withParts({
        name: 'word/document.xml',
        data: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      }),
    ACTIVE,
  ),
  hostile(
    'billion laughs',
    'a.xlsx',
    () => xlsx({ parts: [{ name: 'xl/sharedStrings.xml', data: `${' '.repeat(70_000)}<!doctype a>` }] }),
    ACTIVE,
  ),
  hostile(
    'part in two-byte characters',
    'a.docx',
    () => withParts({ name: 'word/document.xml', data: Buffer.from('\ufeff<!DOCTYPE a>', 'utf16le') }),
    MISMATCH,
  ),
  hostile(
    'part in UTF-7',
    'a.docx',
    () => withParts({ name: 'word/document.xml', data: '<?xml version="1.0" encoding="UTF-7"?><a/>' }),
    MISMATCH,
  ),
  hostile(
    'macros of OpenDocument',
    'a.odt',
    () => openDocument('text', { parts: [{ name: 'Basic/Standard/Module1.xml', data: '<a/>' }] }),
    ACTIVE,
  ),
  hostile(
    'scripts of OpenDocument',
    'a.ods',
    () => openDocument('spreadsheet', { parts: [{ name: 'Scripts/python/a.py', data: 'x' }] }),
    ACTIVE,
  ),
  hostile(
    'event of OpenDocument',
    'a.odt',
    () => openDocument('text', { parts: [{ name: 'content.xml', data: '<script:event-listener a="b"/>' }] }),
    ACTIVE,
  ),
  hostile(
    'encrypted OpenDocument',
    'a.odt',
    () =>
      openDocument('text', {
        parts: [{ name: 'META-INF/manifest.xml', data: '<manifest:encryption-data manifest:checksum="a"/>' }],
      }),
    ENCRYPTED,
  ),
  hostile('spreadsheet as text', 'a.odt', () => openDocument('spreadsheet'), MISMATCH),
  hostile('workbook as document', 'a.docx', () => xlsx(), MISMATCH),
  hostile(
    'template as document',
    'a.docx',
    () =>
      docx({ mainType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml' }),
    MISMATCH,
  ),
  hostile('no content types', 'a.docx', () => docx({ without: ['[Content_Types].xml'] }), MISMATCH),
  hostile('password', 'a.docx', () => container('EncryptedPackage'), ENCRYPTED),
  hostile('old document', 'a.docx', () => container('WordDocument'), MISMATCH),
]

/** A list: archives under the name of a document. */
const archives = [
  hostile('archive as such', 'a.zip', () => makeZip([{ name: 'a', data: 'x' }]), REFUSED),
  hostile('test virus, zipped', 'eicar.zip', () => makeZip([{ name: 'eicar.com', data: eicar }]), REFUSED),
  hostile('archive as document', 'a.docx', () => makeZip([{ name: 'a', data: 'x' }]), MISMATCH),
  hostile('encrypted entry', 'a.docx', () => withParts({ name: 'a.xml', data: 'x', flags: 1 }), ENCRYPTED),
  hostile('1:1000', 'a.docx', () => withParts(large(tooLarge)), BOMB),
  hostile(
    'many of 1:1000',
    'a.docx',
    () => withParts(...Array.from({ length: 20 }, (_, i) => large(justBelow, `word/${i}.xml`))),
    BOMB,
  ),
  hostile(
    'sum beyond the limit',
    'a.docx',
    () => withParts({ name: 'a.xml', data: 'x', declaredSize: 0xf000_0000 }),
    BOMB,
  ),
  hostile(
    'petabytes, as 42.zip claims them',
    'a.docx',
    () =>
      withParts(
        ...Array.from({ length: 16 }, (_, i) => ({
          name: `lib ${i}.zip`,
          data: 'x',
          declaredSize: 0xffff_fffe,
        })),
      ),
    BOMB,
  ),
  hostile('size that lies', 'a.docx', () => withParts({ ...large(justBelow), declaredSize: 10 }), MISMATCH),
  hostile('checksum that lies', 'a.docx', () => withParts({ name: 'a.xml', data: '<a/>', crc: 1 }), MISMATCH),
  hostile(
    '2,001 entries',
    'a.docx',
    () => withParts(...Array.from({ length: 1_998 }, (_, i) => ({ name: `${i}`, data: '', stored: true }))),
    BOMB,
  ),
  hostile('65,535 entries claimed', 'a.docx', () => docx({ count: 65_534 }), BOMB),
  hostile(
    'entries that share bytes',
    'a.docx',
    () => withParts({ name: 'a.xml', data: '<a/>', sameBytesAs: 2 }),
    BOMB,
  ),
  hostile('twelve deep', 'a.docx', () => withParts({ name: 'a.zip', data: nested(12) }), BOMB),
  hostile(
    'link',
    'a.docx',
    () => withParts({ name: 'a', data: '/etc/passwd', unixMode: 0o120777 }),
    MISMATCH,
  ),
  hostile('device', 'a.docx', () => withParts({ name: 'a', data: 'x', unixMode: 0o020666 }), MISMATCH),
  hostile('way up', 'a.docx', () => withParts({ name: '../../a', data: 'x' }), MISMATCH),
  hostile('way up inside', 'a.docx', () => withParts({ name: 'word/../../a', data: 'x' }), MISMATCH),
  hostile('drive', 'a.docx', () => withParts({ name: 'C:\\a', data: 'x' }), MISMATCH),
  hostile('drive with a slash', 'a.docx', () => withParts({ name: 'C:/a', data: 'x' }), MISMATCH),
  hostile('absolute', 'a.docx', () => withParts({ name: '/etc/passwd', data: 'x' }), MISMATCH),
  hostile('NUL in a name', 'a.docx', () => withParts({ name: 'a\0.xml', data: 'x' }), MISMATCH),
  hostile(
    'same name in other case',
    'a.docx',
    () => withParts({ name: 'WORD/document.xml', data: '<a/>' }),
    MISMATCH,
  ),
  hostile(
    'same name twice',
    'a.docx',
    () => withParts({ name: 'a', data: 'x' }, { name: 'a', data: 'y' }),
    MISMATCH,
  ),
  hostile(
    'another name inside',
    'a.docx',
    () => withParts({ name: 'a.xml', data: 'x', localName: 'b.xml' }),
    MISMATCH,
  ),
  hostile('unknown compression', 'a.docx', () => withParts({ name: 'a', data: 'x', method: 12 }), MISMATCH),
  hostile('cut short', 'a.docx', () => docx().subarray(0, 400), MISMATCH),
  hostile('something before', 'a.docx', () => docx({ prefix: Buffer.from('<html><script>') }), MISMATCH),
  hostile('something behind', 'a.docx', () => docx({ comment: '<script>alert(1)</script>' }), MISMATCH),
  hostile('directory elsewhere', 'a.docx', () => docx({ trailing: Buffer.from('x') }), MISMATCH),
]

const exif = (gps: boolean) => tiff({ tags: gps ? [[34_853, 4, 1, 0]] : [] })

/** A list: pictures. */
const images = [
  hostile('PNG of 65,500 x 65,500', 'a.png', () => png({ width: 65_500, height: 65_500 }), BOMB),
  hostile('PNG without height', 'a.png', () => png({ height: 0 }), MISMATCH),
  hostile('PNG cut short', 'a.png', () => png().subarray(0, 50), MISMATCH),
  hostile(
    'PNG with a script in its text',
    'a.png',
    () => png({ chunks: [['tEXt', Buffer.from('Comment\0<?php system($_GET[0]);')]] }),
    MISMATCH,
  ),
  hostile('PNG with an archive behind', 'a.png', () => Buffer.concat([png(), docx()]), MISMATCH),
  hostile(
    'PNG with a program behind',
    'a.png',
    () => Buffer.concat([png(), program, Buffer.alloc(100)]),
    MISMATCH,
  ),
  hostile(
    'PNG with a script behind',
    'a.png',
    () => Buffer.concat([png(), Buffer.from('<script>alert(1)</script>')]),
    MISMATCH,
  ),
  hostile('PNG with a PDF behind', 'a.png', () => Buffer.concat([png(), pdf()]), MISMATCH),
  hostile('JPEG as PNG', 'a.png', () => jpeg(), MISMATCH),
  hostile('JPEG with a place', 'a.jpg', () => jpeg({ exif: exif(true) }), ['IMAGE_LOCATION']),
  hostile('JPEG without a place', 'a.jpg', () => jpeg({ exif: exif(false) }), []),
  hostile(
    'JPEG with damaged camera data',
    'a.jpg',
    () => jpeg({ exif: Buffer.from('II*\0\xff\xff\xff\xff', 'latin1') }),
    [],
  ),
  hostile('JPEG of 65,535 x 65,535', 'a.jpg', () => jpeg({ width: 65_535, height: 65_535 }), BOMB),
  hostile('JPEG cut short', 'a.jpg', () => jpeg().subarray(0, -2), MISMATCH),
  hostile('JPEG cut in its head', 'a.jpg', () => jpeg().subarray(0, 60), MISMATCH),
  hostile(
    'JPEG with a script as comment',
    'a.jpg',
    () => jpeg({ comment: '*/=1/*<script >alert(1)</script>' }),
    MISMATCH,
  ),
  hostile(
    'JPEG with an archive behind',
    'a.jpg',
    () => Buffer.concat([jpeg(), makeZip([{ name: 'a', data: 'x' }])]),
    MISMATCH,
  ),
  hostile('TIFF that leads to itself', 'a.tif', () => tiff({ next: 32 }), MISMATCH),
  hostile('TIFF that leads to itself aside', 'a.tif', () => tiff({ tags: [[330, 4, 1, 32]] }), MISMATCH),
  hostile('TIFF that leads out', 'a.tif', () => tiff({ next: 5_000 }), MISMATCH),
  hostile('TIFF whose pixels are outside', 'a.tif', () => tiff({ stripAt: 4_000 }), MISMATCH),
  hostile('TIFF of 65,535 x 65,535', 'a.tif', () => tiff({ width: 65_535, height: 65_535 }), BOMB),
  hostile('TIFF with a place', 'a.tif', () => tiff({ tags: [[34_853, 4, 1, 0]] }), ['IMAGE_LOCATION']),
  hostile('TIFF cut short', 'a.tif', () => tiff().subarray(0, 60), MISMATCH),
  hostile('GIF that is a script', 'a.png', () => Buffer.from('GIF89a/*\0\0*/=1;alert(1)'), MISMATCH),
  hostile('GIF', 'a.gif', () => Buffer.from('GIF89a'), REFUSED),
]

/** A list: text, names and types. */
const others = [
  hostile('empty', 'a.pdf', () => Buffer.alloc(0), 'EMPTY'),
  hostile('web page', 'a.html', () => Buffer.from('<html>'), REFUSED),
  hostile('web page as text', 'a.txt', () => Buffer.from('\n <!DOCTYPE html><html>'), MISMATCH),
  hostile('web page as PDF', 'a.pdf', () => Buffer.from('<html><body>%PDF-1.7</body></html>'), MISMATCH),
  hostile(
    'script far inside a text',
    'a.txt',
    () => Buffer.from(`${'a'.repeat(1_048_570)}<script>x`),
    MISMATCH,
  ),
  hostile('drawing', 'a.svg', () => Buffer.from(svg), REFUSED),
  hostile('drawing as text', 'a.txt', () => Buffer.from(svg), MISMATCH),
  hostile(
    'drawing with a foreign page as table',
    'a.csv',
    () => Buffer.from('<svg><foreignObject><body/></foreignObject></svg>'),
    MISMATCH,
  ),
  hostile('drawing as PNG', 'a.png', () => Buffer.from(svg), MISMATCH),
  hostile('program', 'a.exe', () => program, REFUSED),
  hostile('program as PDF', 'facture.pdf.exe', () => program, REFUSED),
  hostile('program named PDF', 'facture.exe.pdf', () => program, MISMATCH),
  hostile('program behind a PNG named PDF', 'a.pdf', () => Buffer.concat([png(), program]), MISMATCH),
  hostile('program as text', 'a.txt', () => program, MISMATCH),
  hostile('shell script as text', 'a.txt', () => Buffer.from('#!/bin/sh\nrm -rf /\n'), MISMATCH),
  hostile('PDF as text', 'a.txt', () => pdf(), MISMATCH),
  hostile('RTF as text', 'a.txt', () => Buffer.from('{\\rtf1 {\\object}}'), MISMATCH),
  hostile('two-byte text', 'a.csv', () => Buffer.from('\ufeffa;b', 'utf16le'), MISMATCH),
  hostile('NUL in a text', 'a.txt', () => Buffer.from('a\0b'), MISMATCH),
  hostile('formula in a table', 'a.csv', () => Buffer.from('a;b\n=HYPERLINK("http://example.com");1\n'), [
    'CSV_FORMULA',
  ]),
  hostile(
    'the test virus is text to the inspection: it is for whoever scans',
    'a.txt',
    () => Buffer.from(eicar),
    [],
  ),
  hostile(
    'the test virus in a document likewise',
    'a.docx',
    () => withParts({ name: 'word/media/a.txt', data: eicar }),
    [],
  ),
  hostile('no extension', 'pdf', () => pdf(), REFUSED),
  hostile('extension alone', '.pdf', () => pdf(), REFUSED),
  declared(
    'text/html',
    hostile('declared a web page', 'a.pdf', () => pdf(), REFUSED),
  ),
  declared(
    'image/png',
    hostile('declared a picture', 'a.pdf', () => pdf(), MISMATCH),
  ),
  declared(
    'application/octet-stream',
    hostile('declared as bytes', 'a.pdf', () => pdf(), []),
  ),
]

export const hostileOthers = [...office, ...archives, ...images, ...others]
