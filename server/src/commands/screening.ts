import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { score, type Subject, type SubjectKind } from '@vigie/matching'
import { Command } from 'commander'
import { parse } from 'csv-parse'

export function screeningCommand(): Command {
  return new Command('screening')
    .description('judge how people and companies are compared with lists')
    .addCommand(scoreCommand())
}

interface Options {
  pairs: string
  explain?: boolean
}

function scoreCommand(): Command {
  return new Command('score')
    .description('score pairs of names as screening does: the same rows with `score` and `match`, as CSV')
    .requiredOption(
      '--pairs <csv>',
      'a file with the columns schema, name1 and name2; others are passed through',
    )
    .option('--explain', 'add a column with what counted for and against')
    .action(async ({ pairs, explain = false }: Options) => {
      await pipeline(
        createReadStream(pairs),
        parse({ columns: true, bom: true, relax_column_count: true, skip_empty_lines: true }),
        (rows: AsyncIterable<Record<string, string>>) => scoredLines(rows, explain),
        process.stdout,
        { end: false },
      )
    })
}

async function* scoredLines(rows: AsyncIterable<Record<string, string>>, explain: boolean) {
  let isFirst = true
  for await (const row of rows) {
    const scored = scoreRow(row, explain)
    if (isFirst) yield csvText(Object.keys(scored))
    isFirst = false
    yield csvText(Object.values(scored))
  }
}

/** What was given is given back letter for letter, so nothing is put before what a spreadsheet might run. */
function csvText(values: readonly string[]): string {
  const fields = values.map((value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
  return `${fields.join(',')}\n`
}

function scoreRow(row: Record<string, string>, explain: boolean): Record<string, string> {
  const kind = kinds[row['schema']?.toLowerCase() ?? ''] ?? 'UNKNOWN'
  const result = score(subjectOf(kind, row['name1'] ?? ''), subjectOf(kind, row['name2'] ?? ''))
  const told = result.reasons.map(({ kind: what, effect, ours, theirs, points }) =>
    [effect, what, ours, theirs, points.toFixed(2)].filter((part) => part !== undefined).join(' '),
  )
  return {
    ...row,
    score: result.score.toFixed(4),
    match: String(result.match),
    ...(explain && { reasons: told.join('; ') }),
  }
}

const kinds: Readonly<Record<string, SubjectKind>> = {
  person: 'PERSON',
  company: 'ORGANISATION',
  organization: 'ORGANISATION',
  organisation: 'ORGANISATION',
  legalentity: 'UNKNOWN',
  vessel: 'VESSEL',
}

const subjectOf = (kind: SubjectKind, text: string): Subject => ({ kind, names: [{ text, kind: 'PRIMARY' }] })
