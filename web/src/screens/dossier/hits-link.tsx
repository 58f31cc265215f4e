import { useTranslation } from 'react-i18next'
import type { RequestedDocument } from '../../parts/answer/answer-types.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './dossier.module.css'

/** Of a check that a hit keeps from being valid: where somebody decides on it. */
export function HitsLink({ document }: { document: RequestedDocument }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { statusReason, thirdpartyId, stopped } = document
  const state = states[statusReason]
  if (state === undefined || stopped) return null
  return (
    <div className={classes.drawerHead}>
      <ButtonLink
        to="/account/$accountId/screening"
        params={{ accountId }}
        search={{ thirdparty: thirdpartyId, ...state }}
        variant="light"
        size="xs"
      >
        {t('dossier.documents.toHits')}
      </ButtonLink>
    </div>
  )
}

const states: Readonly<Record<string, { state?: string }>> = {
  HIT_OPEN: {},
  TRUE_MATCH: { state: 'TRUE_MATCH' },
}
