import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import type { SavedView } from '../portfolio.queries.ts'
import type { useViewActs } from './use-view-acts.ts'

interface Props {
  opened: boolean
  onClose: () => void
  /** The one to rename; null for a new one. */
  view: SavedView | null
  mayShare: boolean
  acts: ReturnType<typeof useViewActs>
}

export function ViewDialog({ opened, onClose, view, mayShare, acts }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const act = view === null ? acts.add : acts.rename
  function submit() {
    const named = { name: name.trim(), shared }
    if (view === null) acts.add.mutate(named, { onSuccess: onClose })
    else acts.rename.mutate({ ...named, view }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={view === null ? t('savedViews.add') : t('savedViews.rename')}
      submit={t('common.save')}
      onSubmit={submit}
      pending={act.isPending}
      error={act.error}
      disabled={name.trim() === ''}
    >
      <TextInput
        data-autofocus
        label={t('savedViews.name')}
        description={view === null ? t('savedViews.nameHelp') : undefined}
        placeholder={t('savedViews.nameExample')}
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {mayShare && (
        <Checkbox
          label={t('savedViews.share')}
          description={t('savedViews.shareHelp')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
