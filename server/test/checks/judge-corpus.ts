import { runCorpus, type CorpusOptions } from '../../../bench/corpus/run.ts'
import type { Result } from '../../../bench/corpus/report.ts'

const named = ({ number, kind, layout, forgery, findings }: Result) =>
  `${number} ${kind}, ${layout}, ${forgery ?? 'genuine'}: ${findings.join(' ')}`

/** What went wrong with pieces that have text, each in words. Bank details are a person's anyway. A look at the pages could only stop more. */
export async function judgeCorpus(options: Pick<CorpusOptions, 'pieces' | 'seed' | 'use'>) {
  const results = await runCorpus({ ...options, scans: 0, only: null, part: [1, 1], looks: false })
  const genuine = results.filter(
    ({ forgery, medium, kind }) => forgery === null && medium === 'text' && kind !== 'BANK_DETAILS',
  )
  const forged = results.filter(({ forgery, isTraceless }) => forgery !== null && !isTraceless)
  return {
    counted: genuine.length,
    acceptedForgeries: forged.filter(({ verdict }) => verdict === 'ACCEPT').map(named),
    undecided: genuine.filter(({ verdict }) => verdict !== 'ACCEPT').map(named),
    returned: genuine.filter(({ verdict }) => verdict === 'SEND_BACK').map(named),
  }
}
