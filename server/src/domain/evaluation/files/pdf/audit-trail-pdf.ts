import {
  band,
  drawFrame,
  drawTable,
  heading,
  paragraph,
  Sheet,
  styles,
  type Cell,
  type Column,
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
import { columnTime, digestCell, fileSize, smallTable, utcTime } from './format-values.ts'
import { wordsOf, type Words } from './words.ts'

export interface AuditTrailInput {
  language: Language
  accountName: string
  producedAt: Date
  producedBy: string
  document: NamedDocument & { reference: string; status: string }
  thirdParty: PrintedThirdParty
  requests: { at: Date; by: string; origin: string; dueDate?: string }[]
  answers: {
    reference: string
    at: Date
    author: string
    transmitter: Transmitter
    status: string
    effectiveDate?: string
    expirationDate?: string
    files: { name: string; size: number; sha256: string; seal?: string }[]
  }[]
  decisions: {
    at: Date
    author: string
    answer: string
    outcome: keyof Words['outcomes']
    comment?: string
    isPrivate: boolean
  }[]
  /** Without it a private comment is announced, not printed. */
  withPrivateComments: boolean
  checks: { at: Date; name: string; outcome: keyof Words['checkOutcomes']; detail?: string }[]
  events: { seq: number; at: Date; name: string; actor: string; hash: string }[]
  chain: {
    headSeq: number
    headHash: string
    verdict: { intact: true; at: Date } | { intact: false; at: Date; brokenSeq: number } | null
  }
}

interface Manner {
  sheet: Sheet
  words: Words
  language: Language
}

/** The history of one document, for an auditor who has no access to the service. */
export async function auditTrailPdf(input: AuditTrailInput): Promise<Buffer> {
  const { language, accountName, document, thirdParty, chain } = input
  const words = wordsOf(language)
  const name = document.names[language]
  const title = `${words.auditTrail} – ${name}`
  const sheet = new Sheet({
    title: `${title} – ${thirdParty.name}`,
    author: accountName,
    subject: `${words.auditTrail} (${document.code}, ${document.reference})`,
    keywords: `${document.reference} ${chain.headSeq} ${chain.headHash}`,
    language,
    createdAt: input.producedAt,
  })
  const manner: Manner = { sheet, words, language }
  band(sheet, { over: accountName, title, under: otherName(document, language) })
  await drawIdentity(manner, input)
  await drawRequests(manner, input.requests)
  await drawAnswers(manner, input.answers)
  await drawDecisions(manner, input)
  await drawChecks(manner, input.checks)
  await drawEvents(manner, input.events)
  await drawChain(manner, input)
  return sheet.finish(
    drawFrame(sheet, {
      runningLeft: title,
      runningRight: thirdParty.name,
      footer: [
        `${words.trailHash} ${chain.headSeq} ${chain.headHash}`,
        `${document.reference} – ${utcTime(input.producedAt, language)}`,
      ],
      page: (page, pages) => `${words.page} ${page}/${pages}`,
    }),
  )
}

async function drawIdentity({ sheet, words, language }: Manner, input: AuditTrailInput): Promise<void> {
  const { document } = input
  heading(sheet, words.document)
  const own: Fact[] = [
    [words.document, `${document.names[language]} (${document.reference})`],
    ...documentFacts(document, words),
    [words.status, document.status],
    [words.producedAt, utcTime(input.producedAt, language)],
    [words.producedBy, input.producedBy],
  ]
  await facts(sheet, [...partyFacts(input.thirdParty, words), ...own], words)
}

async function drawList(
  manner: Manner,
  title: string,
  list: { columns: Column[]; rows: Cell[][] },
): Promise<void> {
  const { sheet, words } = manner
  heading(sheet, title)
  if (list.rows.length === 0) paragraph(sheet, words.none, { ...styles.body, tone: 'soft' })
  else await drawTable(sheet, { ...list, ...smallTable, continued: words.continued })
}

async function drawRequests(manner: Manner, requests: AuditTrailInput['requests']): Promise<void> {
  const { words, language } = manner
  await drawList(manner, words.requests, {
    columns: [
      { label: words.requestedAt, share: 0.24 },
      { label: words.requestedBy, share: 0.32 },
      { label: words.origin, share: 0.28 },
      { label: words.dueDate, share: 0.16 },
    ],
    rows: requests.map((it) => [columnTime(it.at, language), it.by, it.origin, it.dueDate ?? '–']),
  })
}

async function drawAnswers(manner: Manner, answers: AuditTrailInput['answers']): Promise<void> {
  const { sheet, words, language } = manner
  heading(sheet, words.answersGiven)
  if (answers.length === 0) paragraph(sheet, words.none, { ...styles.body, tone: 'soft' })
  for (const answer of answers) {
    heading(sheet, `${words.answer} ${answer.reference}`, 'H3')
    const dates: Fact[] = [
      [words.effectiveDate, answer.effectiveDate ?? '–'],
      [words.expirationDate, answer.expirationDate ?? '–'],
    ]
    const own: Fact[] = [
      [words.submittedAt, utcTime(answer.at, language)],
      [words.author, answer.author],
      [words.transmitter, words.transmitters[answer.transmitter]],
      [words.status, answer.status],
    ]
    await facts(sheet, [...own, ...dates], words)
    if (answer.files.length > 0) {
      heading(sheet, `${words.files} – ${answer.reference}`, 'H3')
      await drawFiles(manner, answer.files)
    }
  }
}

async function drawFiles(
  { sheet, words, language }: Manner,
  files: AuditTrailInput['answers'][number]['files'],
) {
  await drawTable(sheet, {
    columns: [
      { label: words.fileName, share: 0.36 },
      { label: words.size, share: 0.2, align: 'right' },
      { label: 'SHA-256', share: 0.44 },
    ],
    rows: files.map((file) => [file.name, fileSize(file.size, language), digestCell(file.sha256)]),
    ...smallTable,
    continued: words.continued,
  })
  const colon = language === 'fr' ? '\u00a0:' : ':'
  for (const { name, seal } of files) {
    if (seal !== undefined) paragraph(sheet, `${name}${colon} ${seal}`, styles.body)
  }
}

async function drawDecisions(manner: Manner, input: AuditTrailInput): Promise<void> {
  const { words, language } = manner
  const commentOf = (it: AuditTrailInput['decisions'][number]): Cell => {
    if (it.comment === undefined) return '–'
    if (!it.isPrivate) return it.comment
    return input.withPrivateComments
      ? `[${words.privateComment}] ${it.comment}`
      : { text: words.privateHidden, tone: 'soft' }
  }
  await drawList(manner, words.decisions, {
    columns: [
      { label: words.at, share: 0.13 },
      { label: words.decision, share: 0.13, face: 'bold' },
      { label: words.answer, share: 0.18 },
      { label: words.author, share: 0.19 },
      { label: words.comment, share: 0.37 },
    ],
    rows: input.decisions.map((it) => [
      columnTime(it.at, language),
      words.outcomes[it.outcome],
      it.answer,
      it.author,
      commentOf(it),
    ]),
  })
}

async function drawChecks(manner: Manner, checks: AuditTrailInput['checks']): Promise<void> {
  const { words, language } = manner
  await drawList(manner, words.checks, {
    columns: [
      { label: words.at, share: 0.19 },
      { label: words.check, share: 0.26 },
      { label: words.outcome, share: 0.17, face: 'bold' },
      { label: words.detail, share: 0.38 },
    ],
    rows: checks.map((it) => [
      columnTime(it.at, language),
      it.name,
      { text: words.checkOutcomes[it.outcome], tone: it.outcome === 'FAILED' ? 'warn' : 'ink' },
      it.detail ?? '–',
    ]),
  })
}

async function drawEvents(manner: Manner, events: AuditTrailInput['events']): Promise<void> {
  const { words, language } = manner
  await drawList(manner, words.events, {
    columns: [
      { label: words.seq, share: 0.1, align: 'right' },
      { label: words.at, share: 0.19 },
      { label: words.event, share: 0.34 },
      { label: words.actor, share: 0.22 },
      { label: words.hashPrefix, share: 0.15, face: 'mono' },
    ],
    rows: events.map((it) => [
      String(it.seq),
      columnTime(it.at, language),
      it.name,
      it.actor,
      it.hash.slice(0, 12),
    ]),
  })
}

async function drawChain(
  { sheet, words, language }: Manner,
  { events, chain }: AuditTrailInput,
): Promise<void> {
  heading(sheet, words.chain)
  const [first, last] = [events[0], events.at(-1)]
  await facts(
    sheet,
    [
      [words.extract, first && last ? `${events.length} (${first.seq} – ${last.seq})` : words.none],
      [words.head, String(chain.headSeq)],
      [words.headHash, digestCell(chain.headHash)],
      [words.verification, verdictCell(chain, { words, language })],
    ],
    words,
  )
  paragraph(sheet, words.chainText, styles.small)
}

function verdictCell(
  { verdict }: AuditTrailInput['chain'],
  { words, language }: Omit<Manner, 'sheet'>,
): Cell {
  if (!verdict) return { text: words.unverified, tone: 'soft' }
  const at = utcTime(verdict.at, language)
  if (verdict.intact) return { text: `${words.verified} ${at}`, face: 'bold' }
  const text = `${words.broken} ${at}, ${words.brokenAt}\u00a0${verdict.brokenSeq}`
  return { text, face: 'bold', tone: 'warn' }
}
