import { Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '../../api/index.ts'
import { AbsenceList } from '../../parts/absences/absence-list.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Absences belong to an account: whoever works in several says in which. */
export function AbsencesPanel({ me }: { me: Me }) {
  const { t } = useTranslation()
  const accounts = me.accounts.filter(({ barred }) => barred === null)
  const [chosen, setChosen] = useState<number | null>(null)
  const accountId = chosen ?? accounts[0]?.accountId
  if (accountId === undefined) return null
  return (
    <Panel title={t('absences.title')} help={t('absences.ownHelp')}>
      <Stack gap="md">
        {accounts.length > 1 && (
          <Select
            label={t('shell.account')}
            allowDeselect={false}
            maw={360}
            data={accounts.map((one) => ({ value: String(one.accountId), label: one.name }))}
            value={String(accountId)}
            onChange={(value) => setChosen(Number(value))}
          />
        )}
        <AbsenceList key={accountId} of={{ accountId, userId: null }} personId={me.id} />
      </Stack>
    </Panel>
  )
}
