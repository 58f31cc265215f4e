import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Facts } from '../../ui/panel.tsx'
import classes from './datahub.module.css'

interface Props {
  name: string
  report: Answer<'sendDataHubValues'>
  onClose: () => void
}

const counts = ['changed', 'unchanged', 'older', 'notMonitored', 'unknownCompanies', 'errorCount'] as const

export function ValuesReport({ name, report, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { rows, errors } = report
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{t('datahub.sendTitle', { name })}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Notice
          tone={report.errorCount > 0 ? 'warning' : 'good'}
          title={t('datahub.report.title', { rows: format.number(rows) })}
          live="polite"
        />
        <Facts
          facts={counts.map((key) => ({
            label: t(`datahub.report.${key}`),
            value: format.number(report[key]),
          }))}
        />
        {errors.length > 0 && (
          <div>
            <Text size="sm" fw={550} mb={4}>
              {t('datahub.firstErrors')}
            </Text>
            <ul className={classes.errors}>
              {errors.map(({ row, code, message }) => (
                <li key={`${row}-${code}`}>
                  {t('datahub.row', { row: format.number(row) })} · {message}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('common.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
