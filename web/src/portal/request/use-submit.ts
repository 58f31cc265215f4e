import { useMutation } from '@tanstack/react-query'
import { newIdempotencyKey } from '@vigie/client'
import { useRef, useState } from 'react'
import type { DraftAutosave } from '../forms/draft-autosave.ts'
import type { Faults } from '../forms/faults.ts'
import { portalApi, type OneRequest } from '../portal-api.ts'
import { queryClient, refreshAll, requestsQuery } from '../queries.ts'
import { useTexts } from '../texts.tsx'

interface Submission {
  request: OneRequest
  autosave: DraftAutosave
  onSent: () => void
}

/** Where the list of faults leads for what is about files. */
export const filesFault = 'files'

/** Checks all of it first, so that everything that is wrong is told at once. */
export function useSubmit({ request, autosave, onSent }: Submission) {
  const { t } = useTexts()
  const [faults, setFaults] = useState<Faults>({})
  const faultsPlace = useRef<HTMLDivElement>(null)
  // One wish, one key: an answer that was lost on its way back does not become a second sending.
  const idempotencyKey = useRef(newIdempotencyKey())
  const { documentId, kind, draft } = request

  function faultsOfFiles(): Faults {
    const files = draft?.files ?? []
    if (kind === 'FORM') return {}
    const refused = files.find(({ refusal }) => refusal !== null)
    if (refused) return { [filesFault]: t.submit.fileRefused(refused.fileName ?? t.files.unnamed) }
    return files.length === 0 ? { [filesFault]: t.submit.fileMissing } : {}
  }

  const attempt = useMutation({
    mutationFn: async () => {
      const found = { ...faultsOfFiles(), ...(await autosave.checkAll()) }
      setFaults(found)
      if (Object.keys(found).length > 0) return false
      await autosave.saveNow()
      await portalApi.post('/portal/api/requests/{documentId}/draft/submit', {
        path: { documentId },
        idempotencyKey: idempotencyKey.current,
      })
      return true
    },
    onSuccess: async (isSent) => {
      if (!isSent) {
        faultsPlace.current?.focus()
        faultsPlace.current?.scrollIntoView({ block: 'center' })
        return
      }
      autosave.forget()
      // The list first: whether this was the last one is said at once, and not unsaid.
      await queryClient.invalidateQueries({ queryKey: requestsQuery.queryKey })
      onSent()
      await refreshAll(documentId)
    },
  })
  return {
    faults,
    faultsPlace,
    error: attempt.error,
    pending: attempt.isPending,
    run: () => attempt.mutate(),
  }
}
