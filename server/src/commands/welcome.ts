import path from 'node:path'
import pc from 'picocolors'
import type { Config } from '../config.ts'
import type { DemoCredentials } from '../demo/credentials.ts'

/** The last thing printed: where it is, how to get in, and three calls that work as they stand. */
export function welcome(given: { config: Config; publicUrl: string; demo: DemoCredentials | null }): string {
  const { config, publicUrl, demo } = given
  const lines = [
    '',
    `  ${pc.bold('Back-office')}   ${pc.cyan(`${publicUrl}/app/`)}`,
    `  ${pc.bold('API')}           ${pc.cyan(`${publicUrl}/docs`)}`,
  ]
  if (!config.production)
    lines.push(`  ${pc.bold('Log')}           ${path.join(config.dataDir, 'vigie.log')}`)
  if (demo) lines.push(...demoLines(config, demo))
  else if (config.demo !== 'off')
    lines.push('', '  The demonstration account exists; its credentials are on the machine that created it.')
  return `${lines.join('\n')}\n\n`
}

function demoLines(config: Config, demo: DemoCredentials): string[] {
  const account = `${demo.baseUrl}/api/v1/account/${demo.accountId}`
  return [
    '',
    `  ${pc.bold('Sign in')}       ${demo.admin.email}   ${demo.admin.password}`,
    `  ${pc.bold('API client')}    ${demo.clientId}   ${demo.clientSecret}`,
    pc.dim(`                (stored in ${path.join(config.dataDir, 'demo-credentials.json')})`),
    '',
    '  Try it:',
    '',
    `  TOKEN=$(curl -s -u '${demo.clientId}:${demo.clientSecret}' \\`,
    `    -d grant_type=client_credentials ${demo.baseUrl}/oauth2/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    '',
    `  curl -s -H "Authorization: Bearer $TOKEN" '${account}/thirdparties?size=3'`,
    '',
    `  curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\`,
    `    -d '{"legalIdentifier":{"code":"CIT003","value":"15-048-3782"},"unmanaged":{"name":"Your company","countryCode":"FR"}}' \\`,
    `    ${account}/thirdparties`,
  ]
}
