import { tool } from '../support/tools.ts'
import { runEach } from './run-samples.ts'
import { judgeSamples } from './samples.ts'

const shell = tool('bash')
const curl = tool('curl')

judgeSamples({
  label: 'curl',
  prints: /^\{/,
  run: shell && curl ? (samples) => runEach(samples, ({ source }) => [shell, ['-euc', `${source} -sS`]]) : null,
})
