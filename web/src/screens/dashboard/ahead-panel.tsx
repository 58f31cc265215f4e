import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Columns } from '../../ui/charts/columns.tsx'
import { colorOf, paletteClass } from '../../ui/charts/chart-colors.ts'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { accountAddress } from './addresses.ts'
import { reasonColors, reasons, rangesBetween, sumOfReasons } from './ahead-parts.ts'
import classes from './dashboard.module.css'
import { aheadLength, aheadTopQuery, type Statistics } from './dashboard.queries.ts'

const height = 190

export function AheadPanel({ statistics }: { statistics: Statistics | undefined }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  return (
    <Panel
      title={t('dashboard.ahead')}
      help={t('dashboard.aheadHelp')}
      actions={
        <ButtonLink
          to="/account/$accountId/forecast"
          params={{ accountId }}
          search={{}}
          size="compact-sm"
          variant="light"
        >
          {t('dashboard.allAhead')}
        </ButtonLink>
      }
    >
      <div className={classes.ahead}>
        <div>
          {statistics === undefined ? <Skeleton height={height} /> : <Months statistics={statistics} />}
          <ul className={`${classes.letters} ${paletteClass}`}>
            {reasons.map((reason) => (
              <li key={reason}>
                <span style={{ background: colorOf(reasonColors[reason]) }} />
                {t(`forecast.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </div>
        <NextToCome />
      </div>
    </Panel>
  )
}

function Months({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const ranges = rangesBetween(statistics.ahead)
  const columns = ranges.map((range, index) => ({
    label: t('dashboard.days', { from: (ranges[index - 1]?.days ?? -1) + 1, to: range.days }),
    value: sumOfReasons(range),
    parts: reasons.map((reason) => ({
      label: t(`forecast.reason.${reason}`),
      value: range[reason],
      color: reasonColors[reason],
    })),
    href: accountAddress(accountId, 'forecast', { days: String(range.days) }),
  }))
  return <Columns label={t('dashboard.aheadLabel')} columns={columns} height={height} />
}

function NextToCome() {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const { data } = useQuery(aheadTopQuery(accountId))
  return (
    <div className={classes.next}>
      <h3 className={classes.small}>{t('dashboard.next')}</h3>
      {data?.content.length === 0 && <p className={classes.done}>{t('dashboard.nothingAhead')}</p>}
      <ul className={classes.items}>
        {data === undefined
          ? Array.from({ length: aheadLength }, (_, index) => (
              <li key={index}>
                <Skeleton height={30} my={5} radius="md" />
              </li>
            ))
          : data.content.map((item) => (
              <li key={`${item.reason}-${item.documentId ?? item.dossierId}`}>
                <Link
                  to="/account/$accountId/dossiers/$dossierId"
                  params={{ accountId, dossierId: item.dossierId }}
                  search={item.documentId === null ? {} : { document: item.documentId }}
                  className={classes.item}
                >
                  <span
                    className={classes.itemBody}
                    title={`${item.documentName ?? item.dossierType.label} · ${item.thirdpartyName ?? ''}`}
                  >
                    <span className={classes.itemTitle}>{item.documentName ?? item.dossierType.label}</span>
                    <span className={classes.itemDetail}>
                      {item.thirdpartyName} · {t(`forecast.reason.${item.reason}`)}
                    </span>
                  </span>
                  <span className={classes.itemSide}>{format.date(item.date)}</span>
                </Link>
              </li>
            ))}
      </ul>
    </div>
  )
}
