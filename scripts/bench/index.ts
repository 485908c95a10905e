import { benchAnchors } from './anchors.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDeliveries, benchIsolation, benchReceiver, benchRepost, benchWaiting } from './deliveries.ts'
import { benchDocument } from './document.ts'
import { benchDocuments } from './documents.ts'
import { benchFlood } from './flood.ts'
import { benchDue } from './growth/due.ts'
import { benchGrowth } from './growth/index.ts'
import { benchInstantiate } from './instantiate.ts'
import { benchPage } from './page.ts'
import { benchRehearsal } from './rehearsal.ts'
import { benchRequests } from './requests.ts'
import { benchSeal } from './seal.ts'
import { benchTemplates } from './templates.ts'

/**
 * `npm run bench [seal|rehearsal|anchors|requests|flood|deliveries|isolation|waiting|receiver|repost|page|templates|instantiate|documents|document|dashboard ...] [--json]`,
 * `npm run bench -- growth 1000 100000`, `npm run bench -- due 10000000`:
 * figures as ratios against a yardstick measured in the same run, so that they are meaningful on a busy or slow machine too.
 */
const json = process.argv.includes('--json')
const given = process.argv.slice(2).filter((name) => name !== '--json')
const sizes = given.filter((name) => /^\d+$/.test(name)).map(Number)
/** Those that take gigabytes of disk. */
const ASKED_FOR = new Set(['growth', 'due'])
const benches = {
  seal: benchSeal,
  rehearsal: benchRehearsal,
  anchors: benchAnchors,
  requests: benchRequests,
  flood: benchFlood,
  deliveries: benchDeliveries,
  isolation: benchIsolation,
  waiting: benchWaiting,
  receiver: benchReceiver,
  page: benchPage,
  repost: benchRepost,
  templates: benchTemplates,
  instantiate: benchInstantiate,
  documents: benchDocuments,
  document: () => benchDocument(json),
  dashboard: benchDashboard,
  growth: () => benchGrowth(sizes),
  due: () => benchDue(sizes),
}
const chosen = given.filter((name) => !/^\d+$/.test(name))
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 ? !chosen.includes(name) : ASKED_FOR.has(name)) continue
  if (!json) console.log(`\n# ${name}`)
  await bench()
}
