import type { ReadTx } from '../../../../platform/db/index.ts'
import type { FormEntry } from '../../../forms/index.ts'
import { codeTrustOf } from '../../../trust/index.ts'
import type { ReadCode } from '../../answers/read-codes.ts'
import type { Finding } from '../../status/response-states.ts'
import type { PdfContent } from '../pdf-content.ts'
import { besideCode } from './compare-code.ts'
import { codeDigest, judgeCode, openCode, signerOf } from './judge-codes.ts'
import { seeCodes, type PlacedCode } from './see-codes.ts'

interface FileWithCodes {
  readonly evidenceId: number
  readonly content: PdfContent | null
  readonly codes?: readonly PlacedCode[]
}

interface Asked {
  readonly files: readonly FileWithCodes[]
  readonly typed: readonly FormEntry[]
  /** By the clock of the account. */
  readonly now: Date
}

export interface JudgedCodes {
  readonly findings: readonly Finding[]
  /** By file: what is kept beside what was read. */
  readonly read: ReadonlyMap<number, readonly ReadCode[]>
  /** By file: by what its signed codes are known when they come again. */
  readonly digests: ReadonlyMap<number, readonly string[]>
}

const nothing: JudgedCodes = { findings: [], read: new Map(), digests: new Map() }

/** What the codes of the files of an answer say, and what speaks against them. Each finding once for each file. */
async function judge(tx: ReadTx, { files, typed, now }: Asked): Promise<JudgedCodes> {
  const opened = files.map((file) => ({ ...file, codes: (file.codes ?? []).map(openCode) }))
  const named = opened.flatMap(({ codes }) => codes.flatMap(({ doc }) => (doc ? [signerOf(doc)] : [])))
  if (opened.every((file) => file.codes.length === 0)) return nothing
  const trust = await codeTrustOf(tx, named)
  const judged = opened.map(({ evidenceId, content, codes }) => {
    const beside = besideCode(content, typed)
    return { evidenceId, codes: codes.map((code) => judgeCode(code, { trust, now, beside })) }
  })
  return {
    findings: judged.flatMap(({ evidenceId, codes }) =>
      [...new Set(codes.flatMap(({ findings }) => findings))].map((code) => ({ code, evidenceId })),
    ),
    read: new Map(judged.map(({ evidenceId, codes }) => [evidenceId, codes.map(({ code }) => code)])),
    digests: new Map(
      opened.map(({ evidenceId, codes }) => [evidenceId, codes.flatMap((code) => codeDigest(code) ?? [])]),
    ),
  }
}

/** What a check is handed to look for codes with: it is told what they say, and not how that is found. */
export const paperCodes = { see: seeCodes, judge } as const
export type Codes = typeof paperCodes
