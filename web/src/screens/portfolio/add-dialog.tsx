import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addThirdParty, newIdempotencyKey, type NewThirdParty, type ThirdParty } from '../../api/index.ts'
import { AddForm } from './add-form.tsx'
import classes from './add-dialog.module.css'
import { AddedResult } from './added-result.tsx'

interface Props {
  accountId: number
  opened: boolean
  onClose: () => void
}

export function AddDialog({ accountId, opened, onClose }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [round, setRound] = useState(0)
  const adding = useMutation({
    mutationFn: ({ wish, key }: { wish: NewThirdParty; key: string }) => addThirdParty(accountId, wish, key),
    onSuccess: (added: ThirdParty) => {
      queries.setQueryData(['thirdparty', accountId, added.thirdpartyId], added)
      return queries.invalidateQueries({ queryKey: ['thirdparties', accountId] })
    },
  })

  function startAgain() {
    adding.reset()
    setRound(round + 1)
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={startAgain}
      title={adding.isSuccess ? t('add.done') : t('add.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ title: classes.title }}
      size="lg"
      centered
    >
      {adding.isSuccess ? (
        <AddedResult accountId={accountId} added={adding.data} onAnother={startAgain} />
      ) : (
        <AddForm
          key={round}
          accountId={accountId}
          error={adding.error}
          pending={adding.isPending}
          onSubmit={(wish) => adding.mutate({ wish, key: newIdempotencyKey() })}
          onEdit={adding.reset}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
