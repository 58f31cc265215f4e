import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DraftKeeper } from '../forms/draft-keeper.ts'
import { Confirm } from '../parts/confirm.tsx'
import { portalApi } from '../portal-api.ts'
import { refreshAll } from '../queries.ts'
import { go, paths } from '../route.tsx'
import { useWords } from '../words.tsx'
import classes from './request.module.css'

export function DropDraft({ documentId, keeper }: { documentId: number; keeper: DraftKeeper }) {
  const { t } = useWords()
  const [asking, setAsking] = useState(false)
  const drop = useMutation({
    mutationFn: () => portalApi.delete('/portal/api/requests/{documentId}/draft', { path: { documentId } }),
    onSuccess: async () => {
      keeper.forget()
      go(paths.home)
      await refreshAll(documentId)
    },
  })
  return (
    <>
      <Button variant="subtle" color="red.8" className={classes.quiet} onClick={() => setAsking(true)}>
        {t.submit.drop}
      </Button>
      {asking && (
        <Confirm
          title={t.submit.dropTitle}
          detail={t.submit.dropDetail}
          confirm={t.submit.drop}
          failed={t.submit.dropFailed}
          error={drop.error}
          pending={drop.isPending}
          onConfirm={() => drop.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
