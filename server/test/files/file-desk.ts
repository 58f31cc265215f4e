import { createHash, randomBytes } from 'node:crypto'
import { pdf, png, stream } from '@vigie/inspect/samples'
import type { TestApp } from '../harness/index.ts'
import { answersDesk, type AnswersDesk, type ResponseWire, type SentFile } from '../responses/answers-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** A sound PDF of about so many bytes, another one each time. */
export function somePdf(bytes = 1_000): Buffer {
  return pdf({ objects: [stream('', randomBytes(bytes))] })
}

/** A sound picture of about so many bytes, another one each time; quicker to check, having no text. */
export function somePicture(bytes = 1_000): Buffer {
  return png({ chunks: [['teSt', randomBytes(bytes)]] })
}

export interface SentAnswer {
  readonly responseId: number
  readonly fileId: number
  /** Below the account: the path of the file. */
  readonly path: string
}

export interface FileDesk extends AnswersDesk {
  /** An answer by these files; checked unless told otherwise. */
  answer(
    code: string,
    files: readonly SentFile[],
    options?: { checked?: boolean; fields?: Record<string, string> },
  ): Promise<SentAnswer>
}

export async function fileDesk(t: TestApp): Promise<FileDesk> {
  const d = await answersDesk(t)
  return {
    ...d,
    async answer(code, files, { checked = true, fields = {} } = {}) {
      const sent = await d.send(code, files, fields)
      if (sent.statusCode !== 201) throw new Error(sent.body)
      const { responseId, evidences } = sent.json<ResponseWire>()
      if (checked) await runAnswerJobs(t, d.accountId)
      const fileId = evidences[0]?.id ?? 0
      return { responseId, fileId, path: `${d.path(code)}/files/${fileId}` }
    },
  }
}
