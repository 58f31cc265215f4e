import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vigie – API reference</title>
</head>
<body>
<div id="app"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

// Everything that would reach outside this origin is switched off here, and refused by the policy below.
const start = `Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})
`

// The reference page writes its styles at run time, hence the one allowance; scripts get none.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Three megabytes that few ever ask for: read and packed at the first request. */
function scriptLoader(): () => Promise<Buffer> {
  let packed: Promise<Buffer> | undefined
  const load = async () => {
    const entry = import.meta.resolve('@scalar/fastify-api-reference')
    const script = await readFile(fileURLToPath(new URL('./js/standalone.js', entry)))
    return promisify(gzip)(script)
  }
  return () => (packed ??= load())
}

export function docsRoutes(app: FastifyInstance): void {
  const script = scriptLoader()
  const options = { config: { right: 'public' }, schema: { hide: true } } as const
  app.get('/docs', options, (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(page),
  )
  app.get('/docs/start.js', options, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(start),
  )
  app.get('/docs/scalar.js', options, async (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .header('cache-control', 'public, max-age=3600')
      .send(await script()),
  )
}
