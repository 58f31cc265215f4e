import {
  band,
  drawFrame,
  drawTable,
  heading,
  paragraph,
  Sheet,
  sizes,
  styles,
  type Cell,
  type Language,
} from '../../../../platform/pdf/index.ts'
import {
  documentFacts,
  facts,
  otherName,
  partyFacts,
  type Fact,
  type NamedDocument,
  type PrintedThirdParty,
  type Transmitter,
} from './party.ts'
import { byFours, formatNumber, utcTime } from './format-values.ts'
import { wordsOf, type Words } from './words.ts'

type CellKind = 'text' | 'number'

export type FormAnswer =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  /** Several choices, one to a line. */
  | { kind: 'choices'; labels: string[] }
  /** A decimal as text keeps every digit. */
  | { kind: 'number'; value: number | string; unit?: string }
  | { kind: 'yesNo'; value: boolean }
  /** As the caller writes it; a date of a form has no time zone to convert. */
  | { kind: 'date'; text: string }
  | { kind: 'iban'; value: string }
  | { kind: 'table'; columns: { label: string; kind?: CellKind }[]; rows: string[][] }

export interface FormQuestion {
  label: string
  answer: FormAnswer
}

export interface FormPdfInput {
  language: Language
  accountName: string
  document: NamedDocument
  thirdParty: PrintedThirdParty
  sections: { title?: string; questions: FormQuestion[] }[]
  submission: {
    author: string
    at: Date
    transmitter: Transmitter
    reference: string
    effectiveDate?: string
    expirationDate?: string
  }
  /** In place of the general mention. */
  legalMention?: string
  /** Hex, over the canonical form data. */
  dataSha256: string
}

/** The consolidated answers of one form; the same input gives the same bytes. */
export async function formPdf(input: FormPdfInput): Promise<Buffer> {
  const { language, accountName, document, thirdParty, submission } = input
  const words = wordsOf(language)
  const name = document.names[language]
  const sheet = new Sheet({
    title: `${name} – ${thirdParty.name}`,
    author: submission.author,
    subject: `${words.form} (${document.code})`,
    keywords: `${submission.reference} sha256:${input.dataSha256}`,
    language,
    createdAt: submission.at,
  })
  band(sheet, { over: accountName, title: name, under: [words.form, ...otherName(document, language)] })
  heading(sheet, words.identity)
  await facts(sheet, [...partyFacts(thirdParty, words), ...documentFacts(document, words)], words)
  for (const section of input.sections) await drawSection(sheet, section, { words, language })
  heading(sheet, words.submission)
  await facts(sheet, submissionFacts(input, words), words)
  heading(sheet, words.legal, 'H3')
  paragraph(sheet, input.legalMention ?? words.legalText, styles.small)
  return sheet.finish(
    drawFrame(sheet, {
      runningLeft: name,
      runningRight: thirdParty.name,
      footer: [
        `${words.formHash} ${input.dataSha256}`,
        `${submission.reference} – ${utcTime(submission.at, language)}`,
      ],
      page: (page, pages) => `${words.page} ${page}/${pages}`,
    }),
  )
}

interface Manner {
  words: Words
  language: Language
}

async function drawSection(
  sheet: Sheet,
  section: FormPdfInput['sections'][number],
  manner: Manner,
): Promise<void> {
  if (section.questions.length === 0) return
  heading(sheet, section.title ?? manner.words.answers)
  let pairs: Fact[] = []
  const drawPairs = async () => {
    if (pairs.length > 0) await facts(sheet, pairs, manner.words)
    pairs = []
  }
  for (const { label, answer } of section.questions) {
    if (answer.kind === 'table' && answer.rows.length > 0) {
      await drawPairs()
      await drawAnswerTable(sheet, { label, answer }, manner)
    } else pairs.push([label, answerCell(answer, manner)])
  }
  await drawPairs()
}

type TableAnswer = Extract<FormAnswer, { kind: 'table' }>

async function drawAnswerTable(
  sheet: Sheet,
  { label, answer }: { label: string; answer: TableAnswer },
  { words, language }: Manner,
): Promise<void> {
  heading(sheet, label, 'H3')
  const isNumber = answer.columns.map((column) => column.kind === 'number')
  await drawTable(sheet, {
    columns: answer.columns.map((column, i) => ({
      label: column.label,
      align: isNumber[i] ? 'right' : 'left',
    })),
    rows: answer.rows.map((row) => row.map((text, i) => (isNumber[i] ? formatNumber(text, language) : text))),
    size: answer.columns.length > 6 ? sizes.small : sizes.body,
    continued: words.continued,
  })
}

function answerCell(answer: FormAnswer, { words, language }: Manner): Cell {
  switch (answer.kind) {
    case 'none':
      return { text: words.noAnswer, tone: 'soft' }
    case 'table':
      return { text: words.noRows, tone: 'soft' }
    case 'number':
      return {
        text: `${formatNumber(answer.value, language)}${answer.unit ? `\u00a0${answer.unit}` : ''}`,
        align: 'right',
      }
    case 'yesNo':
      return answer.value ? words.yes : words.no
    case 'iban':
      return { text: byFours(answer.value), face: 'mono' }
    case 'choices':
      return answer.labels.length > 0 ? answer.labels.join('\n') : { text: words.noAnswer, tone: 'soft' }
    case 'date':
    case 'text':
      return answer.text.trim() === '' ? { text: words.noAnswer, tone: 'soft' } : answer.text
  }
}

function submissionFacts({ submission, language }: FormPdfInput, words: Words): Fact[] {
  return [
    [words.submittedBy, { text: submission.author, face: 'bold' }],
    [words.submittedAt, utcTime(submission.at, language)],
    [words.transmitter, words.transmitters[submission.transmitter]],
    [words.responseReference, submission.reference],
    ...(submission.effectiveDate ? [[words.effectiveDate, submission.effectiveDate] satisfies Fact] : []),
    ...(submission.expirationDate ? [[words.expirationDate, submission.expirationDate] satisfies Fact] : []),
  ]
}
