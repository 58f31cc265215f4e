import { eventually, type World } from './world.ts'

export interface Shown {
  readonly documentId: number
  readonly documentCode: string
  readonly statusCode: string
  readonly statusReason: string
  readonly expirationDate: string | null
  readonly renewal: { readonly dueDate: string } | null
  readonly evidences: readonly { readonly responseId: number }[]
}

export interface Dossier {
  readonly dossierId: number
  readonly statusCode: string
  readonly expirationDate: string
  readonly type: { readonly code: string }
}

/** A third party as the buyer's staff sees it. */
export interface Supplier {
  /** Below the account. */
  readonly path: string
  readonly openDossiers: () => Promise<{ content: Dossier[] }>
  readonly document: (dossier: Dossier, code: string) => Promise<Shown>
  readonly indicators: (query?: string) => Promise<Record<string, number | null>>
  /** The newest answer once the checks are through. */
  readonly toReview: (dossier: Dossier, code: string) => Promise<string>
}

export function supplierOf({ staff }: World, thirdpartyId: number): Supplier {
  const path = `/thirdparties/${thirdpartyId}`
  const document: Supplier['document'] = async ({ dossierId }, code) => {
    const { content } = await staff<{ content: Shown[] }>('GET', `/dossiers/${dossierId}/documents`)
    const found = content.find(({ documentCode }) => documentCode === code)
    if (!found) throw new Error(`${code} is not asked for.`)
    return found
  }
  return {
    path,
    document,
    openDossiers: () => staff('GET', `${path}/dossiers?archived=false`),
    indicators: async (query = '') => {
      const url = `${path}/indicators${query}`
      const { content } = await staff<{ content: { code: string; value: number | null }[] }>('GET', url)
      return Object.fromEntries(content.map(({ code, value }) => [code, value]))
    },
    toReview: async (dossier, code) => {
      const newest = async () => {
        const { evidences } = await document(dossier, code)
        return staff<{ responseId: number }>('GET', `/responses/${evidences[0]?.responseId}`)
      }
      const { responseId } = await eventually(newest, { status: 'PENDING' })
      return `/responses/${responseId}`
    },
  }
}
