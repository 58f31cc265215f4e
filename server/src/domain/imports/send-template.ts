import { Readable } from 'node:stream'
import { writeWorkbook, type Sheet } from '@vigie/spreadsheet'
import type { FastifyReply } from 'fastify'
import { workbookType } from '../../platform/http/index.ts'
import type { Language } from '../../platform/kernel/index.ts'

/** A workbook to fill in; the sheet that is read comes first. */
export function sendTemplateBook(reply: FastifyReply, name: string, sheets: readonly Sheet[]): FastifyReply {
  return reply
    .header('content-type', workbookType)
    .header('content-disposition', `attachment; filename="${name}.xlsx"`)
    .send(Readable.from(writeWorkbook(sheets), { objectMode: false }))
}

/** A header to fill in below, separated as a spreadsheet of this language expects. */
export function sendTemplateCsv(
  reply: FastifyReply,
  name: string,
  headings: readonly string[],
  language: Language,
): FastifyReply {
  const header = headings.map((heading) => `"${heading.replaceAll('"', '""')}"`)
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from([`\u{feff}${header.join(language === 'fr' ? ';' : ',')}\r\n`], { objectMode: false }))
}
