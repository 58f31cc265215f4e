import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertOctagon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import type { SeenIn } from './add-finding-dialog.tsx'

const AddFindingDialog = lazy(async () => ({
  default: (await import('./add-finding-dialog.tsx')).AddFindingDialog,
}))

interface Props {
  thirdpartyId: number
  seenIn: SeenIn
}

/** Where something was seen: opens a finding that says so, and leads to it. */
export function OpenFindingButton({ thirdpartyId, seenIn }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { manage, decide } = useRights(accountId)
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!manage && !decide) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconAlertOctagon size={15} aria-hidden="true" />}
        onClick={open}
      >
        {t('findings.add.openFrom')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AddFindingDialog
            thirdpartyId={thirdpartyId}
            seenIn={seenIn}
            onClose={close}
            onOpened={({ findingId }) =>
              void navigate({
                to: '/account/$accountId/thirdparties/$thirdpartyId',
                params: { accountId, thirdpartyId },
                search: { tab: 'findings', finding: findingId },
              })
            }
          />
        </Suspense>
      )}
    </>
  )
}
