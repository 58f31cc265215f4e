import { constants, deflateSync } from 'node:zlib'
import { hostile } from './hostile-files.ts'
import { docx, latin1, makeZip, objectStream, pdf, stream } from '../samples/index.ts'

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
const ACTIVE = 'ACTIVE_CONTENT'
const MISMATCH = 'CONTENT_MISMATCH'
const BOMB = 'ARCHIVE_BOMB'

const zip = () => makeZip([{ name: 'a.txt', data: 'hello' }])
const concat = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => latin1(part)))

/** An object only an offset leads to, hidden from whoever reads the file from its start. */
const hidden = (before: string, after: string) =>
  pdf({ junk: `${before}9 0 obj\n${script}\nendobj\n${after}` })

/** A list: scripts and other active content, in every hiding place we know of. */
const activePdfs = [
  hostile('script', 'a.pdf', () => pdf({ catalogue: '/OpenAction 4 0 R', objects: [script] }), ACTIVE),
  hostile('script in the catalogue', 'a.pdf', () => pdf({ catalogue: `/OpenAction ${script}` }), ACTIVE),
  hostile(
    'script in the name tree',
    'a.pdf',
    () => pdf({ catalogue: '/Names << /JavaScript 4 0 R >>' }),
    ACTIVE,
  ),
  hostile(
    'script, name escaped',
    'a.pdf',
    () => pdf({ objects: ['<< /S /J#61va#53cript /J#53 (x) >>'] }),
    ACTIVE,
  ),
  hostile('script, whole name escaped', 'a.pdf', () => pdf({ objects: ['<< /#4a#53 (x) >>'] }), ACTIVE),
  hostile('script, no blanks', 'a.pdf', () => pdf({ objects: ['<</S/JavaScript/JS(x)>>'] }), ACTIVE),
  hostile(
    'script in a packed object',
    'a.pdf',
    () => pdf({ objects: [objectStream(['[1]', script])] }),
    ACTIVE,
  ),
  hostile(
    'script in a packed object behind an open string',
    'a.pdf',
    () => pdf({ objects: [objectStream(['1 (', script])] }),
    ACTIVE,
  ),
  hostile(
    'script in a packed stream that hides its type',
    'a.pdf',
    () => {
      const packed = deflateSync(latin1(`7 0 ${script}`))
      return pdf({ objects: [stream('/N 1 /First 4 /Filter /FlateDecode', packed)] })
    },
    ACTIVE,
  ),
  hostile(
    'packed objects in an unusual filter',
    'a.pdf',
    () =>
      pdf({ objects: [stream('/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]', '00')] }),
    MISMATCH,
  ),
  hostile(
    'packed objects with a predictor',
    'a.pdf',
    () => pdf({ objects: [objectStream(['1'], '/DecodeParms << /Predictor 12 >>')] }),
    MISMATCH,
  ),
  hostile(
    'packed objects with an indirect count',
    'a.pdf',
    () =>
      pdf({
        objects: [
          stream('/Type /ObjStm /N 9 0 R /First 4 /Filter /FlateDecode', deflateSync(Buffer.from('7 0 1'))),
        ],
      }),
    MISMATCH,
  ),
  hostile(
    'packed objects described twice',
    'a.pdf',
    () => pdf({ objects: [objectStream(['1'], '/N 0')] }),
    MISMATCH,
  ),
  hostile(
    'packed objects cut short',
    'a.pdf',
    () =>
      pdf({
        objects: [
          stream(
            '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
            deflateSync(Buffer.from(`7 0 ${script}`)).subarray(0, 30),
          ),
        ],
      }),
    MISMATCH,
  ),
  hostile('script hidden behind an open string', 'a.pdf', () => hidden('(', ')'), ACTIVE),
  hostile('script hidden in a comment', 'a.pdf', () => hidden('% ', '\n'), ACTIVE),
  hostile('script hidden behind an open bracket', 'a.pdf', () => hidden('<', '>'), ACTIVE),
  hostile(
    'script hidden in a stream',
    'a.pdf',
    () => hidden('8 0 obj\n<< /Length 99 >>\nstream\n', '\nendstream'),
    ACTIVE,
  ),
  hostile(
    'script behind a stream without end',
    'a.pdf',
    () => hidden('8 0 obj\n<< /Length 0 >>\nstream\n', ''),
    ACTIVE,
  ),
  hostile(
    'script in a trailer hidden in a string',
    'a.pdf',
    () => pdf({ junk: `( trailer << /Root << /OpenAction ${script} >> >> )` }),
    ACTIVE,
  ),
  hostile(
    'link that is a script',
    'a.pdf',
    () => pdf({ objects: ['<< /S /URI /URI (java\\163cript:alert\\(1\\)) >>'] }),
    ACTIVE,
  ),
  hostile('program started', 'a.pdf', () => pdf({ objects: ['<< /S /Launch /F (cmd.exe) >>'] }), ACTIVE),
  hostile('file attached', 'a.pdf', () => pdf({ objects: [stream('/Type /EmbeddedFile', 'MZ')] }), ACTIVE),
  hostile(
    'file attached without its type',
    'a.pdf',
    () => pdf({ objects: ['<< /F (a.exe) /EF << /F 5 0 R >> >>', stream('', 'MZ')] }),
    ACTIVE,
  ),
  hostile(
    'film with a script of its own',
    'a.pdf',
    () => pdf({ objects: ['<< /Subtype /RichMedia >>'] }),
    ACTIVE,
  ),
  hostile('dynamic form', 'a.pdf', () => pdf({ catalogue: '/AcroForm << /XFA 4 0 R >>' }), ACTIVE),
  hostile(
    'another document opened by itself',
    'a.pdf',
    () => pdf({ catalogue: '/OpenAction << /S /GoToR /F (\\\\\\\\host\\\\a) >>' }),
    ACTIVE,
  ),
  hostile(
    'form sent by itself',
    'a.pdf',
    () => pdf({ catalogue: '/OpenAction 4 0 R', objects: ['<< /S /SubmitForm /F (https://example.com) >>'] }),
    ACTIVE,
  ),
]

/** A list: what may be shown, with a warning. */
const warnedPdfs = [
  hostile('action on opening', 'a.pdf', () => pdf({ catalogue: '/OpenAction << /S /Named /N /Print >>' }), [
    'PDF_OPEN_ACTION',
  ]),
  hostile(
    'action on opening, elsewhere',
    'a.pdf',
    () => pdf({ catalogue: '/OpenAction 4 0 R', objects: ['<< /S /URI /URI (https://example.com) >>'] }),
    ['PDF_OPEN_ACTION'],
  ),
  hostile('further actions', 'a.pdf', () => pdf({ catalogue: '/AA << /WC 4 0 R >>' }), [
    'PDF_ADDITIONAL_ACTIONS',
  ]),
  hostile('link to a file', 'a.pdf', () => pdf({ objects: ['<< /S /URI /URI (file:///C:/a.exe) >>'] }), [
    'PDF_LINK_TO_LOCAL_FILE',
  ]),
  hostile(
    'link to a file, written in hexadecimal',
    'a.pdf',
    () => pdf({ objects: ['<< /S /URI /URI <66696C653A2F2F61> >>'] }),
    ['PDF_LINK_TO_LOCAL_FILE'],
  ),
  hostile('link to another document', 'a.pdf', () => pdf({ objects: ['<< /S /GoToR /F (b.pdf) >>'] }), [
    'PDF_LINK_TO_OTHER_DOCUMENT',
  ]),
  hostile('few bytes behind the end', 'a.pdf', () => pdf({ tail: 'served in 12 ms' }), [
    'PDF_BYTES_AFTER_END',
  ]),
]

/** Zeros, compressed once: flushed blocks may follow one another after a single header. */
export function bombOf(bytes: number): Buffer {
  const block = deflateSync(Buffer.alloc(1_000_000), { finishFlush: constants.Z_SYNC_FLUSH })
  return Buffer.concat([block, ...Array.from({ length: bytes / 1_000_000 - 1 }, () => block.subarray(2))])
}

/** A list: bombs, loops, and files that are two things at once. */
const brokenPdfs = [
  hostile(
    'encrypted',
    'a.pdf',
    () => pdf({ trailer: '/Encrypt 4 0 R', objects: ['<< /Filter /Standard /V 4 >>'] }),
    'ENCRYPTED',
  ),
  hostile(
    'encrypted, packed objects unreadable',
    'a.pdf',
    () =>
      pdf({
        trailer: '/Encrypt << /V 4 >>',
        objects: [stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', 'garbage')],
      }),
    'ENCRYPTED',
  ),
  hostile(
    'bomb of packed objects',
    'a.pdf',
    () => pdf({ objects: [stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', bombOf(70_000_000))] }),
    BOMB,
  ),
  hostile(
    'packed objects that repeat one another',
    'a.pdf',
    () => {
      const count = 3_000
      const header = Array.from({ length: count }, (_, i) => `${i} 0`).join(' ')
      const body = `[${'1 '.repeat(50_000)}]`
      return pdf({
        objects: [
          stream(
            `/Type /ObjStm /N ${count} /First ${header.length + 1} /Filter /FlateDecode`,
            deflateSync(Buffer.from(`${header} ${body}`)),
          ),
        ],
      })
    },
    BOMB,
  ),
  hostile(
    'stream compressed twice',
    'a.pdf',
    () => pdf({ objects: [stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(bombOf(1_000_000)))] }),
    BOMB,
  ),
  hostile(
    '100,000 pages',
    'a.pdf',
    () => pdf({ pages: `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>` }),
    BOMB,
  ),
  hostile(
    'table that leads to itself',
    'a.pdf',
    () => {
      const plain = pdf()
      return pdf({ trailer: `/Prev ${plain.indexOf('xref')}` })
    },
    MISMATCH,
  ),
  hostile('header at byte 1,020', 'a.pdf', () => concat(' '.repeat(1_020), pdf()), MISMATCH),
  hostile('bytes before the header', 'a.pdf', () => concat('GARBAGE\n', pdf()), MISMATCH),
  hostile('cut short', 'a.pdf', () => pdf().subarray(0, 300), MISMATCH),
  hostile('header alone', 'a.pdf', () => Buffer.from('%PDF-1.7\n'), MISMATCH),
  hostile(
    'no table',
    'a.pdf',
    () => Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\nstartxref\n9\n%%EOF\n'),
    MISMATCH,
  ),
  hostile('one byte', 'a.pdf', () => Buffer.from('%'), MISMATCH),
  hostile('archive before', 'a.pdf', () => concat(zip(), pdf()), MISMATCH),
  hostile('archive behind', 'a.pdf', () => concat(pdf(), zip()), MISMATCH),
  hostile(
    'archive around',
    'a.pdf',
    () => concat(pdf(), makeZip([{ name: 'a', data: 'x' }], { comment: '%%EOF' })),
    MISMATCH,
  ),
  hostile('document behind', 'a.pdf', () => concat(pdf(), docx()), MISMATCH),
  hostile('web page before', 'a.pdf', () => concat('<html><script>alert(1)</script>', pdf()), MISMATCH),
  hostile(
    'web page in a comment',
    'a.pdf',
    () => pdf({ header: '%PDF-1.7\n%<script >alert(1)</script>\n' }),
    MISMATCH,
  ),
  hostile('web page far inside', 'a.pdf', () => pdf({ junk: `%${' '.repeat(100)}\n%<html >\n` }), MISMATCH),
  hostile('web page behind', 'a.pdf', () => pdf({ tail: '<script >alert(1)</script>' }), MISMATCH),
  hostile('much behind the end', 'a.pdf', () => pdf({ tail: 'x'.repeat(2_000) }), MISMATCH),
  hostile('picture that is a script', 'a.pdf', () => Buffer.from('GIF89a=1;alert(1)//%PDF-1.7'), MISMATCH),
]

export const hostilePdfs = [...activePdfs, ...warnedPdfs, ...brokenPdfs]
