// `npm run lint:spectral`: fetches Spectral from npm and judges the published spec by spec/spectral.yaml; redocly, which is
// installed, judges it in `npm run lint:spec`.
import { join } from 'node:path'
import { runWithFetched } from './fetched.ts'

runWithFetched(['@stoplight/spectral-cli@6.16.3'], (nodeModules) => ({
  script: join(nodeModules, '@stoplight/spectral-cli/dist/index.js'),
  args: ['lint', 'spec/openapi.json', '--ruleset', 'spec/spectral.yaml', '--fail-severity', 'hint'],
}))
