import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { WantedFields } from './wanted-fields.tsx'
import { channels, type Subscription } from './wishes.ts'

const reaches = ['MINE', 'FOLLOWED', 'ALL'] as const

interface Props {
  /** Null for a new one. */
  wish: Subscription | null
  isTeam: boolean
  onDone: (wish: Subscription) => void
  onClose: () => void
}

const usual: Subscription = {
  kinds: [],
  themes: [],
  minCriticality: null,
  reach: 'MINE',
  channel: 'AT_ONCE',
}

/** Changes the list around it; that list is saved as a whole. */
export function WishDialog({ wish, isTeam, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(wish ?? usual)
  const put = (change: Partial<Subscription>) => setDraft({ ...draft, ...change })
  const nameOf = (reach: Subscription['reach']) =>
    isTeam ? t(`alerts.teamReach.${reach}`) : t(`alerts.reach.${reach}`)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={wish === null ? t('alerts.addOther') : t('alerts.changeOther')}
      submit={wish === null ? t('common.add') : t('common.change')}
      onSubmit={() => {
        onDone(draft)
        onClose()
      }}
      pending={false}
    >
      <Select
        label={t('alerts.wishHow')}
        data={channels.toReversed().map((value) => ({ value, label: t(`alerts.channel.${value}`) }))}
        value={draft.channel}
        onChange={(channel) => put({ channel: channel ?? draft.channel })}
        allowDeselect={false}
      />
      <Select
        label={t('alerts.which')}
        data={reaches.map((value) => ({ value, label: nameOf(value) }))}
        value={draft.reach}
        onChange={(reach) => put({ reach: reach ?? draft.reach })}
        allowDeselect={false}
      />
      <WantedFields
        wanted={draft}
        onChange={(change) =>
          put({
            ...change,
            kinds: [...(change.kinds ?? draft.kinds)],
            themes: [...(change.themes ?? draft.themes)],
          })
        }
      />
    </FormDialog>
  )
}
