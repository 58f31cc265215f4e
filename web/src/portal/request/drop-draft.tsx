import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DraftAutosave } from '../forms/draft-autosave.ts'
import { Confirm } from '../parts/confirm.tsx'
import { portalApi } from '../portal-api.ts'
import { refreshAll } from '../queries.ts'
import { go, paths } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import classes from './request.module.css'

export function DropDraft({ documentId, autosave }: { documentId: number; autosave: DraftAutosave }) {
  const { t } = useTexts()
  const [isConfirming, setConfirming] = useState(false)
  const drop = useMutation({
    mutationFn: () => portalApi.delete('/portal/api/requests/{documentId}/draft', { path: { documentId } }),
    onSuccess: async () => {
      autosave.forget()
      go(paths.home)
      await refreshAll(documentId)
    },
  })
  return (
    <>
      <Button variant="subtle" color="red.8" className={classes.quiet} onClick={() => setConfirming(true)}>
        {t.submit.drop}
      </Button>
      {isConfirming && (
        <Confirm
          title={t.submit.dropTitle}
          detail={t.submit.dropDetail}
          confirm={t.submit.drop}
          failed={t.submit.dropFailed}
          error={drop.error}
          pending={drop.isPending}
          onConfirm={() => drop.mutate()}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}
