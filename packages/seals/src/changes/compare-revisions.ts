import { SealFault } from '../fault.ts'
import type { PdfDocument } from '../pdf/document.ts'
import { PdfRef, writeValue } from '../pdf/values.ts'
import { explainForm } from './form-changes.ts'
import { explainMetadata } from './metadata-changes.ts'
import { explainPages } from './page-changes.ts'
import { reachOnlyBy } from './reach.ts'
import { isOrderly } from './tail.ts'
import { touchedObjects } from './touched.ts'
import { differingKeys, forbidden, worst, type Change, type Update } from './update.ts'

/** Entries of the catalog that hold only what proves a seal. */
const proofKeys = ['DSS', 'Extensions']

/**
 * What was done to a document between two places where it ended. Every changed object must be explained by revocation
 * data, a time-stamp or a further good signature; one that is not makes the whole update forbidden.
 */
export function compareRevisions(update: Update): Change {
  try {
    return compare(update)
  } catch (error) {
    if (!(error instanceof SealFault)) throw error
    return { kind: 'UNCLEAR', reason: `what was added cannot be read: ${error.message}` }
  }
}

function compare(update: Update): Change {
  const { before, after } = update
  const from = before.bytes.length
  const isBlank = after.bytes.subarray(from).toString('latin1').trim() === ''
  if (isBlank) return { kind: 'NONE' }
  if (!isOrderly(after, from)) return forbidden('bytes were added that belong to no revision')
  return worst([compareContents(update), ...compareAsOldPrograms(update)])
}

/** Old programs do not see what hybrid files keep in streams: such an update must be harmless for them too. */
function compareAsOldPrograms(update: Update): Change[] {
  const { before, after } = update
  if (!after.sections.some(({ offset, isHybrid }) => isHybrid && offset >= before.bytes.length)) return []
  return [compareContents({ ...update, before: before.asOldPrograms(), after: after.asOldPrograms() })]
}

function compareContents(update: Update): Change {
  const { before, after } = update
  for (const key of ['Root', 'Info']) {
    if (writeValue(before.trailer.get(key)) !== writeValue(after.trailer.get(key))) {
      return forbidden('the document was exchanged for another')
    }
  }
  const explained = new Set<number>()
  const problem =
    explainCatalog(update, explained) ?? explainForm(update, explained) ?? explainPages(update, explained)
  if (problem) return problem
  explainMetadata(update, explained)
  for (const num of reachOnlyBy(before, proofKeys)) explained.add(num)
  const unexplained = [...touchedObjects(before, after)].filter((num) => !explained.has(num))
  if (unexplained.length > 0) return forbidden(`contents were changed (${describe(before, unexplained)})`)
  return { kind: 'PERMITTED', reason: 'only proofs, time-stamps or further signatures were added' }
}

function explainCatalog({ before, after }: Update, explained: Set<number>): Change | null {
  const differing = differingKeys(before.catalog, after.catalog).filter(
    (key) => !proofKeys.includes(key) && key !== 'AcroForm',
  )
  if (differing.length > 0)
    return forbidden(`the catalog of the document was changed (${differing.join(', ')})`)
  const root = before.trailer.get('Root')
  if (root instanceof PdfRef) explained.add(root.num)
  return null
}

function describe(before: PdfDocument, nums: readonly number[]): string {
  const kinds = nums.slice(0, 5).map((num) => {
    const dict = before.dict(before.object(num))
    const type = dict ? writeValue(dict.get('Type')).replaceAll(/["/]/g, '') : 'null'
    return type === 'null' ? `object ${num}` : `${type} ${num}`
  })
  return kinds.join(', ') + (nums.length > 5 ? ` and ${nums.length - 5} more` : '')
}
