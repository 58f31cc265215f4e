import { Anchor, Skeleton, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { Copyable } from '../secrets/copyable.tsx'
import classes from './totp-secret.module.css'

const qrSize = 184

interface Props {
  /** Undefined while it is on its way. */
  shown: { readonly secret: string; readonly uri: string } | undefined
}

/** What an authenticator app has to know: to scan, to open on the same device, or to type in. */
export function TotpSecret({ shown }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm">{t('security.scan')}</Text>
      <figure className={classes.qr} aria-label={t('security.qrLabel')}>
        {shown === undefined ? <Skeleton width={qrSize} height={qrSize} /> : <QrCode text={shown.uri} />}
      </figure>
      {shown !== undefined && (
        <Anchor href={shown.uri} size="sm" className={classes.onPhone}>
          {t('security.openApp')}
        </Anchor>
      )}
      {shown !== undefined && <Copyable label={t('security.secret')} value={shown.secret} />}
    </>
  )
}

/** Dark on white whatever the page wears: cameras expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 2 }), [text])
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size} ${size}`}
      width={qrSize}
      height={qrSize}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
